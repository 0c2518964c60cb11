// What could go wrong if an ask is approved, in words: found once, in the gateway, and the same for every client and the log.
import { z } from 'zod';

/** `unknown` where nothing can be said, which is no reason to be calm. */
export const RiskLevel = z.enum(['low', 'medium', 'high', 'unknown']);
export type RiskLevel = z.infer<typeof RiskLevel>;

export const RiskFinding = z.object({
  /** For programs; more may join those that there are. */
  code: z.string(),
  /** For a person: one short sentence. */
  text: z.string(),
});
export type RiskFinding = z.infer<typeof RiskFinding>;

export const Risk = z.object({ level: RiskLevel, findings: z.array(RiskFinding) });
export type Risk = z.infer<typeof Risk>;

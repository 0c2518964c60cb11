// What a driver says of itself, so that clients can offer what its agents can do and nothing else.
import { z } from 'zod';
import { PermissionMode, PermissionModeChoice } from './permission.ts';
import { Ability, DriverName, ModelChoice } from './session.ts';

/** Whether commands of a session can run in a sandbox here; where not, `reason` says what to do. */
export const SandboxSupport = z.object({ isAvailable: z.boolean(), reason: z.string().optional() });
export type SandboxSupport = z.infer<typeof SandboxSupport>;

export const DriverDescription = z.object({
  name: DriverName,
  /** Where or how its agents run, in a word or two and in a sentence. */
  title: z.string(),
  meaning: z.string(),
  /** Every mode that its sessions can be in; at least one. */
  permissionModes: z.array(PermissionModeChoice).min(1),
  defaultPermissionMode: PermissionMode,
  /** The modes that an accepted plan can go on in, the most careful first. Empty where its agents make no plans. */
  planModes: z.array(PermissionMode),
  /** Models to suggest for a new session; a running agent may offer others. */
  models: z.array(ModelChoice),
  /** What can be done with its sessions, as a rule; each session says it for itself once its agent runs. */
  abilities: z.array(Ability),
  /** Whether a new session may be given arguments for the agent's program. */
  takesArguments: z.boolean(),
  /** Absent where its agents have none. */
  sandbox: SandboxSupport.optional(),
});
export type DriverDescription = z.infer<typeof DriverDescription>;

/** A mode in its driver's words. A driver or a mode that is not known here goes by its own name. */
export function describeMode(driver: DriverDescription | undefined, mode: PermissionMode): PermissionModeChoice {
  const known = driver?.permissionModes.find(({ value }) => value === mode);
  return known ?? { value: mode, name: mode, meaning: '' };
}

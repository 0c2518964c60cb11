// The rules that were granted through Beckon: what the log says was granted, held against what the agent's own files say now.
import type { Device, DriverName, GrantedRule, PermissionSuggestion, SessionId } from '@beckon/protocol';
import { BeckonError, suggestionText } from '@beckon/protocol';
import type { Ledger } from '../asks/ledger.ts';
import type { Driver, FoundGrant } from '../drivers/driver.ts';
import type { AuditLog } from '../log/auditLog.ts';

export interface GrantedRulesOptions {
  auditLog: AuditLog;
  ledger: Pick<Ledger, 'find'>;
  drivers: Readonly<Record<DriverName, Driver>>;
  /** Where a session that is there works, and whether its agent runs. */
  sessionOf(id: SessionId): RuleSession | undefined;
}

interface RuleSession {
  driver: DriverName;
  cwd: string;
  isRunning: boolean;
}

interface Grant {
  rule: Omit<GrantedRule, 'state'>;
  suggestion: PermissionSuggestion;
}

export class GrantedRules {
  readonly #options: GrantedRulesOptions;

  constructor(options: GrantedRulesOptions) {
    this.#options = options;
  }

  /** The latest first. What was granted again, for the same place, is listed once. */
  async list(): Promise<GrantedRule[]> {
    const found = await Promise.all(this.#grants().map((grant) => this.#look(grant)));
    const known = new Set<string>();
    return found.filter(({ text, file, sessionId }) => {
      const place = `${text}\n${file ?? sessionId}`;
      return !known.has(place) && known.add(place);
    });
  }

  async remove(id: string, device: Device): Promise<void> {
    const grant = this.#grants().find(({ rule }) => rule.id === id);
    if (!grant) throw new BeckonError('not_found', 'There is no such rule. It may be older than what Beckon keeps.');
    const { state, file } = await this.#look(grant);
    if (state === 'gone') return;
    const session = this.#sessionOf(grant.rule.sessionId);
    const remove = session && this.#options.drivers[session.driver]?.removeGrant;
    if (!remove) throw new BeckonError('not_supported', 'Its session is gone, and nobody knows where this was kept.');
    await remove.call(this.#options.drivers[session.driver], grant.suggestion, session.cwd);
    this.#options.auditLog.note({
      type: 'rule_removed',
      sessionId: grant.rule.sessionId,
      data: { text: grant.rule.text, file: file ?? '', device },
    });
  }

  #grants(): Grant[] {
    return this.#options.auditLog.grants().flatMap(({ number, at, sessionId, askId, data }) => {
      if (sessionId === undefined || this.#isTakenBack(askId)) return [];
      return data.suggestions.map((suggestion, index) => ({
        suggestion,
        rule: {
          id: `${number}-${index}`,
          text: suggestionText(suggestion),
          sessionId,
          grantedAt: at,
          grantedBy: data.grantedBy,
        },
      }));
    });
  }

  /** The answer that granted it never reached an agent. */
  #isTakenBack(askId: string | undefined): boolean {
    const ask = askId === undefined ? undefined : this.#options.ledger.find(askId);
    return ask !== undefined && (ask.answer?.type !== 'approve' || !ask.answer.remember);
  }

  async #look({ rule, suggestion }: Grant): Promise<GrantedRule> {
    const session = this.#sessionOf(rule.sessionId);
    const driver = session && this.#options.drivers[session.driver];
    if (!session || !driver?.findGrant) return { ...rule, state: 'gone' };
    const found = await driver.findGrant(suggestion, session.cwd);
    return { ...rule, ...inSession(found, session) };
  }

  /** A session that was removed is known by what the log has of its beginning. */
  #sessionOf(id: SessionId): RuleSession | undefined {
    return this.#options.sessionOf(id) ?? this.#removedSession(id);
  }

  #removedSession(session: SessionId): RuleSession | undefined {
    for (let before: string | undefined; ;) {
      const query = { session, kind: 'agents', limit: 200, ...(before !== undefined && { before }) };
      const { entries, next } = this.#options.auditLog.page(query);
      const created = entries.find((entry) => entry.type === 'session_created');
      if (created?.type === 'session_created') return { ...created.data, isRunning: false };
      if (next === undefined) return undefined;
      before = next;
    }
  }
}

/** What only a running agent knew went with it. */
function inSession(found: FoundGrant, { isRunning }: RuleSession): FoundGrant {
  return found.state === 'session' && !isRunning ? { state: 'gone' } : found;
}

// The agent of a session, from the moment it is launched: started, or joined where it runs already.
import type { PermissionMode } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';
import { AgentRun } from '../agents/agentRun.ts';
import type { Returning } from '../asks/returning/returning.ts';
import type { Agent, AgentSpec, RunningAgent } from '../drivers/driver.ts';
import { FolderNotTrusted } from '../drivers/driver.ts';
import type { House } from '../house.ts';
import type { Door } from './door.ts';
import type { End } from './life.ts';
import type { SessionRecord } from './sessionRecord.ts';

/** What an agent is started with: the desk is there for the one that is started by hand, and no later one. */
export type StartLaunch = Pick<AgentSpec, 'conversation' | 'desk'>;

/** A start; or one that runs already, and is joined. */
export type Launch = StartLaunch | RunningAgent;

export interface OwnAgentOptions {
  record: SessionRecord;
  returning: Returning;
  door: Pick<Door, 'look'>;
  started(agent: Agent): void;
  startFailed(error: BeckonError): void;
  /** Its folder has to be asked about before it can start. */
  notTrusted(): void;
  /** The agent has ended by itself; `livedBriefly` where the next one may die of the same thing. */
  ended(end: End, livedBriefly: boolean): void;
  /** Something that it asked has waited for as long as an agent should. */
  overdue(): void;
}

const SHORT_LIFE_MS = 10_000;

export class OwnAgent {
  readonly run: AgentRun;
  readonly #house: House;
  readonly #options: OwnAgentOptions;
  readonly #startedAt: number;
  #agent: Agent | undefined;
  #start = Promise.resolve();

  constructor(house: House, options: OwnAgentOptions) {
    const { record, returning } = options;
    this.#house = house;
    this.#options = options;
    this.#startedAt = house.clock.now();
    const run = new AgentRun(house, record.info.id, {
      save: () => record.saveInfo(),
      emit: (event) => record.emit(event),
      ...record.recalling(),
      update: ({ named, ...change }) => {
        if (named) record.named(named);
        if (Object.keys(change).length > 0) record.change(change);
        if (change.state === 'user_turn') returning.cameToRest(run);
      },
      leftMode: (permissionMode = this.#modeAfterPlan()) => permissionMode && record.choose(permissionMode),
      ended: (end) => options.ended(end, house.clock.now() - this.#startedAt < SHORT_LIFE_MS),
      overdue: () => options.overdue(),
      moreAsks: (count) => record.change({ moreAsks: count > 0 ? count : undefined }),
    });
    this.run = run;
  }

  /** Undefined until the agent has started. */
  get agent(): Agent | undefined {
    return this.#agent;
  }

  /** Resolves when the start is over, whatever came of it. */
  get start(): Promise<void> {
    return this.#start;
  }

  begin(launch: Launch | undefined): void {
    this.#options.record.sayings.agentStarts();
    this.#start = this.#begin(launch);
  }

  async #begin(launch: Launch | undefined): Promise<void> {
    const { started, startFailed, notTrusted } = this.#options;
    try {
      this.#agent = await this.#launched(launch);
    } catch (error) {
      this.run.abandon();
      if (error instanceof FolderNotTrusted) return notTrusted();
      return startFailed(BeckonError.from(error));
    }
    const title = this.#options.record.titleForAgent;
    if (title !== undefined) await this.#agent.rename?.(title);
    started(this.#agent);
  }

  /** The most careful of those that its driver has for it. */
  #modeAfterPlan(): PermissionMode | undefined {
    return this.#house.drivers[this.#options.record.info.driver]?.description.planModes[0];
  }

  async #launched(launch: Launch = { conversation: 'kept-or-new' }): Promise<Agent> {
    const { record, returning, door } = this.#options;
    if ('join' in launch) {
      const agent = await this.run.join(launch);
      returning.joined();
      return agent;
    }
    const { id: sessionId, conversationId, cwd, model, isSandboxed, driver: name } = record.info;
    const driver = this.#house.drivers[name];
    if (!driver) throw new BeckonError('not_supported', `This gateway runs no ${name} sessions.`);
    // It may have changed while there was no room.
    const entry = await door.look();
    if (!entry) throw new FolderNotTrusted();
    const isWithoutFolderSettings = entry.folderTrust === 'without_settings' || undefined;
    if (record.info.isWithoutFolderSettings !== isWithoutFolderSettings) record.change({ isWithoutFolderSettings });
    // What an agent before it has reported was that agent's.
    if (!record.hasOwnDefaults) record.choose(record.chosenMode);
    const spec = {
      sessionId,
      conversationId,
      cwd,
      permissionMode: record.chosenMode,
      model,
      hasOwnDefaults: record.hasOwnDefaults,
      programArguments: record.claudeArguments,
      ...entry,
      ...(isSandboxed && { isSandboxed }),
      ...launch,
    };
    const { agent, hasReturned } = await returning.start(this.run, driver, spec);
    if (hasReturned) record.change({ state: 'assistant_turn' });
    await record.sayings.sayUnread(agent);
    await record.sayings.sayHeld(agent);
    return agent;
  }
}

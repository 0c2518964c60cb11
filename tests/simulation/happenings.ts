// What can happen next, each as one step.
import type { SimClient } from './simClient.ts';
import type { WriteFault } from './simDisk.ts';
import type { Happening } from './temper.ts';
import type { World } from './world.ts';

export function happen(world: World): void {
  const happening = world.random.weighted(world.temper.weights);
  const detail = happenings[happening](world);
  if (detail !== undefined) world.note(detail);
}

/** Each says what came of it, where anything did. */
const happenings: Record<Happening, (world: World) => string | undefined> = {
  'something goes on': (world) => world.agenda.doNext(world.random),
  'time passes'({ clock, random }) {
    const ms = random.pick([100, 1000, 10_000, 60_000, 660_000, 2_000_000]) ?? 0;
    clock.pass(ms);
    return `up to ${ms} ms pass`;
  },
  'the clock jumps'({ clock, random }) {
    const ms = random.pick([-3_600_000, -1000, 60_000, 86_400_000]) ?? 0;
    clock.jump(ms);
    return `the clock jumps by ${ms} ms`;
  },
  'a device reads'({ clients, random }) {
    random.pick(clients)?.read();
    return undefined;
  },
  'a stream is cut'({ clients, random }) {
    random.pick(clients)?.cut();
    return undefined;
  },
  'a page is loaded anew'({ clients, random }) {
    random.pick(clients)?.startOver();
    return undefined;
  },
  'a person answers': person((client) => client.answerSomething()),
  'a person takes back': person((client) => client.takeSomethingBack()),
  'a person tries again': person((client) => client.tryDelivery()),
  'a person writes': person((client) => client.sendMessage()),
  'a person interrupts': person((client) => client.interrupt()),
  'a person looks': person((client) => client.markSeen()),
  'a session is removed': person((client) => client.removeSession()),
  'an agent dies'({ agents, random }) {
    const agent = random.pick(agents.filter(({ isAlive }) => isAlive));
    agent?.die();
    return agent && `the agent of session ${agent.sessionId.slice(-1)} dies`;
  },
  'the gateway is killed'(world) {
    if (!world.life.isOver) world.crash('killed');
    return undefined;
  },
  'the power fails'(world) {
    if (!world.life.isOver) world.crash('power');
    return undefined;
  },
  'the gateway is stopped'(world) {
    world.stop();
    return world.gateway && 'the gateway is told to stop';
  },
  'a write will fail'({ disk, random }) {
    const fault = random.pick(writeFaults) ?? 'fails';
    const after = random.below(4);
    disk.nextFault = { fault, after };
    return `write ${after + 1} from now: ${fault}`;
  },
  'the disk fills up or has room'({ disk }) {
    disk.isFull = !disk.isFull;
    return disk.isFull ? 'the disk is full' : 'the disk has room';
  },
  'agents cannot start, or can again'(world) {
    world.areStartsFailing = !world.areStartsFailing;
    return world.areStartsFailing ? 'agents cannot start' : 'agents can start again';
  },
};

const writeFaults: WriteFault[] = ['fails', 'fails_but_stays', 'process_dies_before', 'process_dies_after'];

/** Who finds nothing to do lets the others go on. */
function person(does: (client: SimClient) => string | undefined) {
  return ({ clients, random, agenda }: World): string | undefined => {
    const client = random.pick(clients);
    // Most act on what is so, some on what was.
    if (random.chance(0.8)) client?.read();
    const deed = client && does(client);
    return deed === undefined ? agenda.doNext(random) : `${client?.device} ${deed}`;
  };
}

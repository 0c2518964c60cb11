// Holds what a client chooses to what the drivers describe: which driver runs a new session, in which mode, and
// whether in a sandbox.
import type { CreateSession, DriverDescription, PermissionMode, Settings } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';

type Wanted = Omit<CreateSession, 'clientKey'>;

/** The request with its driver and its mode named. Throws where no driver can do what is wanted. */
export function withDriver<T extends Wanted>(drivers: readonly DriverDescription[], wanted: T, settings: Settings) {
  const driver = wanted.driver === undefined ? drivers[0] : drivers.find(({ name }) => name === wanted.driver);
  if (!driver) {
    throw new BeckonError('not_supported', `This gateway has no such driver. It has: ${list(drivers, 'name')}.`);
  }
  if (wanted.claudeArguments && !driver.takesArguments) {
    throw new BeckonError('invalid_request', `“claudeArguments”: a session in “${driver.title}” takes none.`);
  }
  const { permissionMode = driver.defaultPermissionMode } = wanted;
  requireMode(driver, permissionMode);
  const sandbox = wanted.sandbox ?? settings.sandbox;
  if (sandbox) requireSandbox(driver, wanted);
  return { ...wanted, driver: driver.name, permissionMode, sandbox };
}

/** Whoever wants a sandbox, for this session or for all, does not get one without it unawares. */
function requireSandbox({ title, sandbox }: DriverDescription, wanted: Wanted): void {
  if (sandbox?.isAvailable) return;
  const why = sandbox?.reason ?? `A session in “${title}” has none.`;
  const message =
    wanted.sandbox === undefined
      ? `Your settings want new sessions in a sandbox, which is not possible here. ${why} To start this one without it, say so (“sandbox”: false, or --no-sandbox), or change the settings.`
      : `“sandbox”: ${why}`;
  throw new BeckonError('not_supported', message);
}

/** Throws where the driver has no such mode. One that this gateway does not have cannot say, and starts nothing. */
export function requireMode(driver: DriverDescription | undefined, mode: PermissionMode): void {
  if (!driver || driver.permissionModes.some(({ value }) => value === mode)) return;
  const known = list(driver.permissionModes, 'value');
  throw new BeckonError('invalid_request', `“permissionMode”: there is no mode “${mode}” here. There is: ${known}.`);
}

function list<Key extends string>(choices: readonly Record<Key, string>[], key: Key): string {
  return choices.map((choice) => choice[key]).join(', ');
}

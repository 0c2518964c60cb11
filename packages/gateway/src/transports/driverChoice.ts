// Holds what a client chooses, or its person's settings where it chooses nothing, to what the drivers describe: which driver
// runs a new session, in which mode, on which model, and whether in a sandbox.
import type { CreateSession, DriverDescription, PermissionMode, Settings } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';

type Wanted = Omit<CreateSession, 'clientKey'>;

/** The request with its driver and its mode named. Throws where no driver can do what is wanted. */
export function withDriver<T extends Wanted>(drivers: readonly DriverDescription[], wanted: T, settings: Settings) {
  const driver = wanted.driver === undefined ? drivers[0] : drivers.find(({ name }) => name === wanted.driver);
  if (!driver) {
    throw new BeckonError('not_supported', `This gateway has no such driver. It has: ${list(drivers, 'name')}.`);
  }
  for (const field of ['claudeArguments', 'desk'] as const) {
    if (wanted[field] === undefined || driver.takesArguments) continue;
    throw new BeckonError('invalid_request', `“${field}”: a session in “${driver.title}” takes none.`);
  }
  const permissionMode = wanted.permissionMode ?? defaultMode(driver, wanted, settings);
  requireMode(driver, permissionMode);
  const model = wanted.model ?? defaultModel(driver, wanted, settings);
  const sandbox = wanted.sandbox ?? settings.sandbox;
  if (sandbox) requireSandbox(driver, wanted);
  const hasOwnDefaults = wanted.desk !== undefined && wanted.permissionMode === undefined;
  return {
    ...wanted,
    driver: driver.name,
    permissionMode,
    hasOwnDefaults,
    sandbox,
    ...(model !== undefined && { model }),
  };
}

/** A session that is started by hand starts by its person's own defaults, which the agent's program knows. */
function defaultMode(driver: DriverDescription, { desk }: Wanted, settings: Settings): PermissionMode {
  const { permissionMode: mode } = settings;
  if (desk || mode === null) return driver.defaultPermissionMode;
  if (hasMode(driver, mode)) return mode;
  // [L15] The driver's own mode might be a freer one.
  const message = `Your settings want new sessions in mode “${mode}”, which “${driver.title}” does not have. Name another (“permissionMode”), or change the settings.`;
  throw new BeckonError('not_supported', message);
}

function defaultModel({ models }: DriverDescription, { desk }: Wanted, { model }: Settings): string | undefined {
  return desk || model === null || models.length === 0 ? undefined : model;
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
  if (!driver || hasMode(driver, mode)) return;
  const known = list(driver.permissionModes, 'value');
  throw new BeckonError('invalid_request', `“permissionMode”: there is no mode “${mode}” here. There is: ${known}.`);
}

/** What is dangerous is chosen for one session, by somebody who has that session in mind, and never for all to come. */
export function requireDefaultMode(drivers: readonly DriverDescription[], mode: PermissionMode): void {
  const choices = drivers.flatMap(({ permissionModes }) => permissionModes);
  const known = choices.find(({ value }) => value === mode);
  if (known && known.warning === undefined) return;
  const others = [...new Set(choices.filter(({ warning }) => warning === undefined).map(({ value }) => value))];
  const why = known
    ? `“${mode}” is dangerous, and is chosen for one session at a time`
    : `there is no mode “${mode}” here`;
  throw new BeckonError('invalid_request', `“permissionMode”: ${why}. There is: ${others.join(', ')}.`);
}

function hasMode({ permissionModes }: DriverDescription, mode: PermissionMode): boolean {
  return permissionModes.some(({ value }) => value === mode);
}

function list<Key extends string>(choices: readonly Record<Key, string>[], key: Key): string {
  return choices.map((choice) => choice[key]).join(', ');
}

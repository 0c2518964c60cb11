// The gateway's log: JSON lines on standard error, so that standard output stays the user's.
import { destination, pino } from 'pino';

/** The little that the house needs of a logger. */
export interface Logger {
  info(detail: object, message: string): void;
  warn(detail: object, message: string): void;
  error(detail: object, message: string): void;
}

export function createLog(level: string): Logger {
  const serializers = { error: pino.stdSerializers.errWithCause };
  return pino({ level, base: null, serializers }, destination(2));
}

export const silentLog: Logger = { info() {}, warn() {}, error() {} };

// Keeps a client in this process as far apart as one behind a wire: all that it is given, and all that it gives, are
// copies. The HTTP routes turn what they are given into text at once, and need none.
import type { Transport } from '@beckon/protocol';
import { BeckonError } from '@beckon/protocol';

export function keptApart(transport: Transport): Transport {
  return new Proxy(transport, {
    get(_, name) {
      const member: unknown = Reflect.get(transport, name);
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => handOut(Reflect.apply(member, transport, given.map(copyOf)));
    },
  });
}

/** Every method gives a promise or a stream. */
function handOut(result: unknown): unknown {
  if (result instanceof Promise) return result.then(copyOf, (error: unknown) => Promise.reject(copyOfError(error)));
  return copiesOf(result as AsyncIterable<unknown>);
}

async function* copiesOf(stream: AsyncIterable<unknown>): AsyncGenerator {
  try {
    for await (const event of stream) yield copyOf(event);
  } catch (error) {
    throw copyOfError(error);
  }
}

/** Of what could be sent as JSON; anything else, such as a signal or a picture's bytes, cannot be changed and is passed on. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, copyOf(field)]));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function copyOfError(error: unknown): unknown {
  if (!(error instanceof BeckonError) || !error.ask) return error;
  const { code, message, cause, ask } = error;
  return new BeckonError(code, message, { cause, ask: copyOf(ask) as typeof ask });
}

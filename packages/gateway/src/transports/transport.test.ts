import type { Fetch } from '@beckon/protocol';
import { HttpTransport } from '@beckon/protocol';
import { scriptedStage } from '../../../../tests/support/scriptedStage.ts';
import { addDevice } from '../../../../tests/support/signedIn.ts';
import { serveGateway, testGateway, token } from '../../../../tests/support/testGateway.ts';
import { transportSearchContract } from '../../../../tests/support/transportSearchContract.ts';
import { transportContract } from '../../../../tests/support/transportContract.ts';
import { keptApart } from './apart.ts';
import { DirectTransport } from './direct.ts';

for (const store of ['memory', 'SQLite'] as const) {
  const direct = async () => {
    const house = await testGateway(store);
    return scriptedStage(
      house,
      {
        connect: () => house.gateway.connect('this test'),
        signIn(name) {
          const { parts } = house.gateway;
          const { device } = addDevice(parts.devices, name);
          return { device, client: keptApart(new DirectTransport(parts, device)) };
        },
      },
      () => house[Symbol.asyncDispose](),
    );
  };
  transportContract(`direct, ${store}`, direct);

  const overHttp = async () => {
    const house = await testGateway(store);
    const server = await serveGateway(house);
    return scriptedStage(
      house,
      {
        connect: () => new HttpTransport({ baseUrl: server.url, token }),
        signIn(name) {
          const { device, headers } = addDevice(house.gateway.parts.devices, name, server.url);
          const asBrowser: Fetch = (url, init) =>
            fetch(url, { ...init, headers: { ...init.headers, ...headers, origin: server.url } });
          return { device, client: new HttpTransport({ baseUrl: server.url, fetch: asBrowser }) };
        },
      },
      async () => {
        await server.close();
        await house[Symbol.asyncDispose]();
      },
    );
  };
  transportContract(`HTTP, ${store}`, overHttp);

  // Nothing of what is only in memory can be searched.
  if (store === 'memory') continue;
  transportSearchContract('direct', direct);
  transportSearchContract('HTTP', overHttp);
}

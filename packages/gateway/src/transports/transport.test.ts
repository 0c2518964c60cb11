import { HttpTransport } from '@beckon/protocol';
import { scriptedStage } from '../../../../tests/support/scriptedStage.ts';
import { serveGateway, testGateway, token } from '../../../../tests/support/testGateway.ts';
import { transportSearchContract } from '../../../../tests/support/transportSearchContract.ts';
import { transportContract } from '../../../../tests/support/transportContract.ts';

for (const store of ['memory', 'SQLite'] as const) {
  const direct = async () => {
    const house = await testGateway(store);
    return scriptedStage(
      house,
      () => house.gateway.connect('this test'),
      () => house[Symbol.asyncDispose](),
    );
  };
  transportContract(`direct, ${store}`, direct);

  const overHttp = async () => {
    const house = await testGateway(store);
    const server = await serveGateway(house);
    return scriptedStage(
      house,
      () => new HttpTransport({ baseUrl: server.url, token }),
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

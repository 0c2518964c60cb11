import { HttpTransport } from '@beckon/protocol';
import { scriptedStage } from '../../../../tests/support/scriptedStage.ts';
import { serveGateway, testGateway, token } from '../../../../tests/support/testGateway.ts';
import { transportContract } from '../../../../tests/support/transportContract.ts';

for (const store of ['memory', 'SQLite'] as const) {
  transportContract(`direct, ${store}`, async () => {
    const house = await testGateway(store);
    return scriptedStage(
      house,
      () => house.gateway.connect('this test'),
      () => house[Symbol.asyncDispose](),
    );
  });

  transportContract(`HTTP, ${store}`, async () => {
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
  });
}

// Beckon in process: open a gateway, connect to it, and render the same UI over that connection.
export { createSdkDriver } from './drivers/sdk/sdkDriver.ts';
export type { SdkDriverOptions } from './drivers/sdk/sdkDriver.ts';
export { openGateway } from './gateway.ts';
export type { Gateway, GatewayOptions } from './gateway.ts';

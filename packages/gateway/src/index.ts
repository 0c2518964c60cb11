// Beckon as a library. Open a gateway on drivers of your own or of Beckon's, connect to it in process, or serve it on a
// port. guides/building-on-beckon.md shows how.

// The gateway. `Gateway.connect` gives the transport within the process, `DirectTransport`.
export { openGateway } from './gateway.ts';
export type { Gateway, GatewayOptions } from './gateway.ts';
export type { Limits } from './house.ts';
export type { Clock } from './clock.ts';
export type { Logger } from './logger.ts';

// The gateway on a port. Clients elsewhere use `HttpTransport` of @beckon/protocol.
export { serveGateway } from './serveGateway.ts';
export type { ServedGateway, ServeGatewayOptions } from './serveGateway.ts';

// What a driver must do, and all that it may see of the house.
export { CallNotReturned } from './drivers/driver.ts';
export type {
  Agent,
  AgentAsk,
  AgentEvent,
  AgentHost,
  AgentSpec,
  AgentStatus,
  AskOutcome,
  CallFate,
  CallFates,
  Driver,
  DriverRoute,
  KeptConversation,
  Pane,
  RunningAgent,
} from './drivers/driver.ts';

// Beckon's own drivers, which run Claude.
export { createSdkDriver } from './drivers/sdk/sdkDriver.ts';
export type { SdkDriverOptions } from './drivers/sdk/sdkDriver.ts';
export { TerminalDriver } from './drivers/terminal/terminalDriver.ts';
export type { TerminalDriverOptions } from './drivers/terminal/terminalDriver.ts';

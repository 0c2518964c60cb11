// Starts agents that do nothing by themselves, and hands out what they see of the house.
import type { Agent, AgentHost, Driver } from '../packages/gateway/src/drivers/driver.ts';
import { sdkDescription } from '../packages/gateway/src/drivers/sdk/description.ts';

export function idleDriver(): { driver: Driver; hosts: AgentHost[] } {
  const hosts: AgentHost[] = [];
  const nothing = () => Promise.resolve();
  const agent: Agent = {
    abilities: [],
    send() {},
    interrupt: nothing,
    setPermissionMode: nothing,
    setModel: nothing,
    close: nothing,
  };
  const driver: Driver = {
    name: 'sdk',
    description: sdkDescription,
    start(_spec, host) {
      hosts.push(host);
      return Promise.resolve(agent);
    },
  };
  return { driver, hosts };
}

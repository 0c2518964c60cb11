import { deviceStoreSuite } from '../deviceStore.suite.ts';
import { createMemoryDeviceStore } from './memoryDeviceStore.ts';

deviceStoreSuite('memory', async () => ({ store: createMemoryDeviceStore(), async [Symbol.asyncDispose]() {} }));

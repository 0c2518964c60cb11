// The scripted model for the benchmark, in a process of its own as the real one is elsewhere: whatever keeps the gateway
// busy does not keep it busy.
import { startDemoModel } from '@beckon/demo-model';

const { url } = await startDemoModel();
process.on('disconnect', () => process.exit());
process.send(url);

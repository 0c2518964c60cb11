// A person's device for the benchmark, in a process of its own as a browser is: approves whatever is asked, and tells when
// it has been connected and when a turn is over.
import { HttpTransport } from '@beckon/protocol';

const [baseUrl, token] = process.argv.slice(2);
const transport = new HttpTransport({ baseUrl, token });
process.on('disconnect', () => process.exit());
for await (const event of transport.events()) {
  if (event.type === 'snapshot') process.send('connected');
  if (event.type === 'done') process.send('done');
  if (event.type === 'approval_required') {
    await transport.approveTool(event.sessionId, { toolCallId: event.data.ask.toolCallId });
  }
}

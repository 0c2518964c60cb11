// A person's device for the benchmark, in a process of its own as a browser is: approves whatever is asked until the turn
// is over.
import { HttpTransport } from '@beckon/protocol';

const [baseUrl, token, sessionId] = process.argv.slice(2);
const transport = new HttpTransport({ baseUrl, token });
for await (const event of transport.events()) {
  if (event.type === 'snapshot') process.send('ready');
  if (event.type === 'done') break;
  if (event.type === 'approval_required') {
    await transport.approveTool(sessionId, { toolCallId: event.data.ask.toolCallId });
  }
}
process.disconnect();

// What crosses the wire, and how to speak it.
export * from './ids.ts';
export * from './permission.ts';
export * from './question.ts';
export * from './ask.ts';
export * from './message.ts';
export * from './session.ts';
export * from './pane.ts';
export * from './event.ts';
export * from './error.ts';
export * from './transport.ts';
export * from './httpTransport.ts';
export * from './conversation.ts';
export * from './view.ts';
export * from './follow.ts';

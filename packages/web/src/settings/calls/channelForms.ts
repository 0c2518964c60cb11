// What a person types to make each type of channel, with where they get it.
import type { ChannelType, Occasion, Privacy } from '@beckon/protocol';

/** Browsers subscribe by themselves. */
export type FormType = Exclude<ChannelType, 'push'>;

export interface FormField {
  name: string;
  label: string;
  hint?: string;
  input: 'text' | 'url' | 'email' | 'number' | 'password';
  /** One of these, in place of what is typed. */
  choices?: { value: string; name: string }[];
  isOptional?: true;
  /** What a new channel begins with. */
  initially?: string;
}

interface ChannelForm {
  /** What it is, for somebody who does not know it. */
  about: string;
  /** It can have buttons that answer. */
  canHaveButtons: boolean;
  fields: FormField[];
}

export const channelForms: Record<FormType, ChannelForm> = {
  ntfy: {
    about:
      'A free app for phones. Install it, subscribe to a topic in it, and name that topic here. Whoever knows the topic can read along.',
    canHaveButtons: true,
    fields: [
      {
        name: 'server',
        label: 'Server',
        input: 'url',
        initially: 'https://ntfy.sh',
        hint: 'The public one, or one of your own.',
      },
      {
        name: 'topic',
        label: 'Topic',
        input: 'text',
        hint: 'The one that you subscribed to in the app. On a public server, make it long and random.',
      },
      {
        name: 'token',
        label: 'Access token',
        input: 'password',
        isOptional: true,
        hint: 'Only for a topic that is protected: make one on the server’s page, under Account.',
      },
    ],
  },
  telegram: {
    about: 'A bot of your own that writes to you in Telegram. Making one takes a minute.',
    canHaveButtons: false,
    fields: [
      {
        name: 'token',
        label: 'Token of the bot',
        input: 'password',
        hint: 'In Telegram, write /newbot to @BotFather. It gives you one.',
      },
      {
        name: 'chat',
        label: 'Chat',
        input: 'text',
        hint: 'Your number, which @userinfobot tells you, or the @name of a channel. Write to the bot once, or it may not write to you.',
      },
      {
        name: 'server',
        label: 'Server',
        input: 'url',
        isOptional: true,
        hint: 'Only for a Bot API server of your own.',
      },
    ],
  },
  slack: {
    about: 'A message in a channel of Slack, Mattermost or Discord.',
    canHaveButtons: false,
    fields: [
      {
        name: 'url',
        label: 'Address of the incoming webhook',
        input: 'password',
        hint: 'Slack: api.slack.com/apps, your app, Incoming Webhooks. Mattermost: Integrations. Discord: the channel’s settings, Integrations, and add /slack to the address. Whoever has it can write there.',
      },
    ],
  },
  email: {
    about: 'A mail through the server that sends your mail (SMTP).',
    canHaveButtons: false,
    fields: [
      { name: 'host', label: 'Server', input: 'text', hint: 'As your provider names it for outgoing mail.' },
      { name: 'port', label: 'Port', input: 'number', initially: '465' },
      {
        name: 'security',
        label: 'Encryption',
        input: 'text',
        initially: 'tls',
        choices: [
          { value: 'tls', name: 'TLS from the start (465)' },
          { value: 'starttls', name: 'STARTTLS (587)' },
          { value: 'none', name: 'None' },
        ],
      },
      { name: 'user', label: 'User', input: 'text', isOptional: true },
      {
        name: 'password',
        label: 'Password',
        input: 'password',
        isOptional: true,
        hint: 'Many providers want one that you make for this app alone.',
      },
      { name: 'from', label: 'From', input: 'email' },
      { name: 'to', label: 'To', input: 'email' },
    ],
  },
  webhook: {
    about: 'Signed JSON, sent to a program of your own.',
    canHaveButtons: true,
    fields: [
      {
        name: 'url',
        label: 'Address',
        input: 'url',
        hint: 'Where your program listens. It gets a POST; guides/channels.md describes the JSON.',
      },
      {
        name: 'secret',
        label: 'Secret',
        input: 'password',
        isOptional: true,
        hint: 'Each call is signed with it (HMAC-SHA256), so that the receiver knows that it comes from here.',
      },
    ],
  },
};

export const formTypes = Object.keys(channelForms) as FormType[];

export const occasionNames: Record<Occasion, string> = {
  ask: 'An agent asks for something',
  turn_finished: 'A turn has finished',
  turn_failed: 'A turn has failed',
  rate_limited: 'The usage limit is reached',
  ready_for_input: 'Ready for input for over a minute',
  answer_undelivered: 'An answer could not be delivered',
  device_signed_in: 'A new device signed in',
};

export const privacyNames: Record<Privacy, string> = {
  full: 'All that fits: what, where and how risky',
  title: 'What kind of thing, and the title of the session',
  nothing: 'Only that something waits',
};

/** What leaves the machine, for whoever chooses how much. */
export function leavesWords(type: ChannelType): string {
  if (type === 'push') return 'Encrypted for this browser: the service that passes it on cannot read it.';
  if (type === 'webhook') return 'This much leaves Beckon, for the address above.';
  return 'This much leaves your machine, and the service that passes it on can read it.';
}

/** The gateway names a field as the API does; its person knows it by its label. */
export function withLabels(message: string, fields: readonly FormField[]): string {
  return fields.reduce((words, { name, label }) => words.replaceAll(`“${name}”: `, `“${label}” `), message);
}

// The MCP servers that a `.mcp.json` names: what each of them runs or calls.
import type { TrustItem } from '@beckon/protocol';
import { shellWord } from '../../../shellWord.ts';
import { inWords, isObject, type JsonRecord } from './json.ts';

type Item = Omit<TrustItem, 'file'>;

export function mcpItems(config: unknown): Item[] {
  const servers = isObject(config) ? config['mcpServers'] : undefined;
  // What is not as the agent expects it may still be read by a later one.
  if (!isObject(servers))
    return isNothing(config) ? [] : [{ what: 'setting', name: 'mcpServers', text: inWords(config) }];
  return Object.entries(servers).map(([name, server]) => ({ what: 'mcp_server', name, text: serverText(server) }));
}

function isNothing(config: unknown): boolean {
  return config === null || (isObject(config) && Object.keys(config).length === 0);
}

/** The command as one would type it, or the address; below it whatever else is said. */
function serverText(server: unknown): string {
  if (!isObject(server)) return inWords(server);
  const { type, command, args, url, ...rest } = server;
  const first = commandLine(command, args) ?? (typeof url === 'string' ? url : undefined);
  if (first === undefined || (command !== undefined && url !== undefined)) return inWords(server);
  const further: JsonRecord = type === undefined || type === 'stdio' ? rest : { type, ...rest };
  return [first, ...Object.entries(further).map(([name, value]) => `${name}: ${inWords(value)}`)].join('\n');
}

function commandLine(command: unknown, args: unknown = []): string | undefined {
  if (typeof command !== 'string' || !Array.isArray(args)) return undefined;
  const words: unknown[] = [command, ...(args as unknown[])];
  return words.map((word) => (typeof word === 'string' ? shellWord(word) : inWords(word))).join(' ');
}

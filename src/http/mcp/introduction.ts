import { readFileSync } from 'node:fs';
import type {
  Implementation,
  InitializeResult,
  ListToolsResult,
  ServerCapabilities,
} from '@modelcontextprotocol/sdk/types.js';
import { about } from '../../operations/about.ts';
import { catalogue } from '../../operations/catalogue.ts';
import { type Era, modern } from './era.ts';
import { legacyVersions, metaKeys, supportedVersions } from './protocol.ts';
import { listing } from './tools.ts';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

const { name, title, instructions } = about;
const serverInfo: Implementation = { name, title, version };
const capabilities: ServerCapabilities = { tools: {} };

/** How long, in ms, a client may keep what does not change while this version runs. */
const ttlMs = 3_600_000;
/** The members of a result that clients may keep, as it is the same for every key. */
const cacheable = { ttlMs, cacheScope: 'public', _meta: { [metaKeys.serverInfo]: serverInfo } };

/** The members of a result, as text. */
const members = (result: object) => JSON.stringify(result).slice(1, -1);

/** Answers initialize: with the revision asked for if it begins so, else with the newest that does. */
export function initialized({ protocolVersion }: Record<string, unknown>): string {
  const result: InitializeResult = {
    protocolVersion: legacyVersions.find(known => known === protocolVersion) ?? legacyVersions[0],
    capabilities,
    serverInfo,
    instructions,
  };
  return members(result);
}

/** Answers server/discover. */
export const discovery = members({ supportedVersions, capabilities, instructions, ...cacheable });

/** Answers tools/list: all tools to every key, in the catalogue's order. */
export function listed(era: Era): string {
  const result: ListToolsResult = { tools: catalogue.map(listing) };
  return members(era === modern ? { ...result, ...cacheable } : result);
}

import type { Write } from '../writes.ts';
import type { Check, Run } from './check.ts';
import { made } from './records.ts';

/** The ids of the records with each marker. */
async function recordsByMarker({ site }: Run): Promise<Map<string, string[]>> {
  const byMarker = new Map<string, string[]>();
  for (const { marker, id } of await site.database.rows<{ marker: string; id: string }>(made)) {
    byMarker.set(marker, [...(byMarker.get(marker) ?? []), id]);
  }
  return byMarker;
}

const described = ({ marker, operation, channel, workspace }: Write) =>
  `${marker} (${operation} by ${channel}, workspace ${workspace.id})`;

/** The id of the record in a response; undefined for a scope, which has none. */
const idIn = (body: string): string | undefined => (Object.values(JSON.parse(body))[0] as { id?: string }).id;

export const everyAcknowledgedWriteIsThereExactlyOnce: Check = async run => {
  const found = await recordsByMarker(run);
  return run.writes
    .filter(({ bodies }) => bodies.length > 0)
    .flatMap(write => {
      const ids = found.get(write.marker) ?? [];
      const acknowledged = idIn(write.bodies[0]!);
      if (ids.length === 1 && (acknowledged === undefined || acknowledged === ids[0])) return [];
      return [`${described(write)}: acknowledged as ${acknowledged}, found ${ids.length}: ${ids.join(', ')}`];
    });
};

export const everyUnacknowledgedWriteIsThereAtMostOnce: Check = async run => {
  const found = await recordsByMarker(run);
  return run.writes
    .filter(({ bodies, marker }) => bodies.length === 0 && (found.get(marker) ?? []).length > 1)
    .map(write => `${described(write)}: found ${found.get(write.marker)!.join(', ')}`);
};

export const everyRecordWasAskedFor: Check = async run => {
  const asked = new Set(run.writes.map(({ marker }) => marker));
  const found = await recordsByMarker(run);
  return [...found]
    .filter(([marker]) => !asked.has(marker))
    .map(([marker, ids]) => `${marker}: ${ids.join(', ')}`);
};

export const everyRepetitionGetsTheSameBytes: Check = ({ writes }) =>
  writes
    .filter(({ bodies }) => new Set(bodies).size > 1)
    .map(write => `${described(write)}: ${write.bodies.join(' | ')}`);

export const noWriteIsRefused: Check = ({ writes }) =>
  writes.filter(({ refusal }) => refusal !== undefined).map(write => `${described(write)}: ${write.refusal}`);

export const retriedWritesAreAcknowledged: Check = ({ writes }) =>
  writes
    .filter(
      ({ repeatsUntilAcknowledged, bodies, refusal }) =>
        repeatsUntilAcknowledged && bodies.length === 0 && refusal === undefined,
    )
    .map(write => `${described(write)}: never answered`);

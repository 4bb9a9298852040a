import { z } from 'zod';
import { prepared, sql } from '../../../database/pool.ts';
import { tenantOf } from '../../../database/tenantCache.ts';
import { accountingCsv } from '../../../exports/accounting.ts';
import { csvFiles } from '../../../exports/csvFiles.ts';
import { currenciesWithoutRate, datevFile } from '../../../exports/datev.ts';
import { datevSettings, daysOf } from '../../../exports/datevSettings.ts';
import type { Request } from '../../../http/handler.ts';
import { workspaceId } from '../../../records/fragments.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import type { PageFile } from '../../requests/fileRoute.ts';
import { notFound } from '../../requests/pageError.ts';
import { csvDownload, download, type FileReader } from '../../requests/streamFile.ts';
import {
  accountingPath,
  checkDatev,
  checkPeriod,
  type DatevState,
  datevPath,
  datevStateQuery,
  exportPath,
  missingRates,
  settingsToKeep,
} from './accountingForms.ts';
import { beginBooks } from './books.ts';
import { isKept } from './exportList.ts';

/** The CSV files and the files for accountants. */
export const exportFiles: readonly PageFile[] = [
  ...csvFiles.map(({ name, chunks }) => ({
    path: `${exportPath}/${name}.csv`,
    file: async ({ read }: FileReader) => csvDownload(name, chunks(read)),
  })),
  { path: accountingPath, file: accounting },
  { path: datevPath, file: datev },
  { path: `${exportPath}/:id.zip`, file: zipFile },
].map(one => ({ ...one, isAudited: true }));

async function accounting(reader: FileReader, search: URLSearchParams, req: Request) {
  const { value: period } = checkPeriod(search);
  if (period === undefined) return search;
  const { recorded, name, marked } = await beginBooks(reader, req, 'accounting', period);
  const { chunks } = accountingCsv(period, recorded);
  const days = [period.since, period.until].filter(day => day !== null).map(day => `_${day}`);
  return csvDownload(`accounting${name}${days.join('')}`, marked(chunks(reader.read)));
}

/** DATEV's file. Its settings are kept for the next one, and clients that have no number get one, unless it is a HEAD. */
async function datev(reader: FileReader, search: URLSearchParams, req: Request) {
  const { read, write, person } = reader;
  const state = await read<DatevState | null>(datevStateQuery);
  const { value: input } = checkDatev(search, person, state);
  if (input === undefined) return search;
  const { recorded, name, marked } = await beginBooks(reader, req, 'datev', daysOf(input));
  const settings = datevSettings({ ...input, firstDebtor: state?.firstDebtor ?? input.firstDebtor });
  const missing = await currenciesWithoutRate(read, daysOf(input), recorded, settings.rates);
  if (missing.length > 0) return new URLSearchParams([...search, [missingRates, missing.join(' ')]]);
  if (req.method !== 'HEAD') {
    const workspace = person.workspace_id;
    const kept = JSON.stringify(settingsToKeep(input));
    await write(sql.fragment`
      corkboard.save_datev_settings(
        ${workspace}, ${settings.accountLength}, ${settings.firstDebtor}, ${kept}::json)`);
    while ((await write(sql.fragment`corkboard.number_debtors(${workspace})`)) !== 0);
  }
  return download(
    'text/csv; charset=windows-1252',
    `EXTF_Buchungsstapel${name}_${input.from}_${input.to}.csv`,
    marked(datevFile(read, settings, recorded)),
  );
}

const Part = z.object({ bytes: z.instanceof(Buffer).nullable() });

/** The file of a finished export, part by part. */
async function zipFile(
  { person, read }: FileReader,
  _: URLSearchParams,
  req: Request,
  { database }: ConsoleResources,
) {
  const id = asUuid(req.params.id!);
  const found = await read<{ day: string; bytes: number } | null>(sql.fragment`
    select e.requested_at::date as day, e.bytes from corkboard.exports e
     where e.workspace_id = ${workspaceId} and e.id = ${id} and e.state = 'finished' and ${isKept}`);
  if (found === null) throw notFound();
  const tenant = tenantOf(person.workspace_id);
  const parts = async function* () {
    for (let number = 1, sent = 0; sent < found.bytes; number++) {
      // The person is authenticated again for each part, as for each batch of other files.
      await read(sql.fragment`select 1 as one`);
      const { bytes } = await database.for(req.deadline, tenant).one(
        prepared(sql.type(Part)`
          select corkboard.export_part(${person.workspace_id}, ${id}, ${number}) as bytes`),
      );
      if (bytes === null) throw new Error('The file of an export was deleted during a download.');
      sent += bytes.length;
      yield bytes;
    }
  };
  return download('application/zip', `corkboard-${found.day}.zip`, parts(), {
    'Content-Length': String(found.bytes),
  });
}

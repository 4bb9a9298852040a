import { z } from 'zod';
import { prepared, sql } from '../../../database/pool.ts';
import { tenantOf, writerOf } from '../../../database/tenantCache.ts';
import { accountingCsv } from '../../../exports/accounting.ts';
import { csvFile } from '../../../exports/csv.ts';
import { csvFiles } from '../../../exports/csvFiles.ts';
import { datevFile } from '../../../exports/datev.ts';
import { datevSettings } from '../../../exports/datevSettings.ts';
import type { Request, Route } from '../../../http/handler.ts';
import { workspaceId } from '../../../operations/define.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { notFound } from '../../requests/pageError.ts';
import { signInAddress } from '../../requests/paths.ts';
import { redirect } from '../../requests/reply.ts';
import { csvHeaders, fileHeaders, type Reader, readerOf, streamFile } from '../../requests/streamFile.ts';
import { accountingPath, checkDatev, checkPeriod, datevPath, exportPath } from './accountingForms.ts';
import { isKept } from './exportList.ts';

/** A file that only the owner gets. `chunks`: null leads back to the page, which shows what is wrong in the address. */
const ownersFile = (
  resources: ConsoleResources,
  pattern: string,
  fileOf: (
    req: Request,
    reader: Reader,
  ) => { headers: Record<string, string>; chunks: AsyncGenerator<string | Buffer> } | null,
): Route => ({
  method: 'GET',
  pattern,
  handler: async (req, res) => {
    const reader = await readerOf(resources, req, 'owner');
    if (reader === null) return redirect(req, res, signInAddress(exportPath));
    const file = fileOf(req, reader);
    if (file === null) return redirect(req, res, `${exportPath}${req.search ?? ''}`);
    await streamFile(req, res, file.headers, file.chunks);
  },
});

const searchOf = ({ search }: Request) => new URLSearchParams(search ?? '');

/** The routes of the CSV files and of the files for accountants, for the owner. */
export const exportFileRoutes = (resources: ConsoleResources): Route[] => [
  ...csvFiles.map(({ name, columns, batches }) =>
    ownersFile(resources, `${exportPath}/${name}.csv`, (_, { read }) => ({
      headers: csvHeaders(name),
      chunks: csvFile(columns, batches(read)),
    })),
  ),
  ownersFile(resources, accountingPath, (req, { read }) => {
    const { value: period } = checkPeriod(searchOf(req));
    if (period === undefined) return null;
    const { columns, batches } = accountingCsv(period);
    const name = ['accounting', period.from, period.to].filter(part => part !== null).join('_');
    return { headers: csvHeaders(name), chunks: csvFile(columns, batches(read)) };
  }),
  ownersFile(resources, datevPath, (req, { read, person }) => {
    const { value: input } = checkDatev(searchOf(req), person);
    if (input === undefined) return null;
    const name = `EXTF_Buchungsstapel_${input.from}_${input.to}.csv`;
    return {
      headers: fileHeaders('text/csv; charset=windows-1252', name),
      chunks: datevFile(read, datevSettings(input)),
    };
  }),
  zipRoute(resources),
];

const Part = z.object({ bytes: z.instanceof(Buffer).nullable() });
const Recorded = z.object({ recorded: z.unknown() });

/** The file of a finished export, part by part. */
const zipRoute = (resources: ConsoleResources): Route => ({
  method: 'GET',
  pattern: `${exportPath}/:id.zip`,
  handler: async (req, res) => {
    const reader = await readerOf(resources, req, 'owner');
    if (reader === null) return redirect(req, res, signInAddress(exportPath));
    const { person, read } = reader;
    const id = asUuid(req.params.id!);
    const found = await read<{ day: string; bytes: number } | null>(sql.fragment`
      select e.requested_at::date as day, e.bytes from corkboard.exports e
       where e.workspace_id = ${workspaceId} and e.id = ${id} and e.state = 'finished' and ${isKept}`);
    if (found === null) throw notFound();
    const tenant = tenantOf(person.workspace_id);
    const queries = (of = tenant) => resources.database.for(req.deadline, of);
    if (req.method !== 'HEAD')
      await queries(writerOf(tenant)).one(
        prepared(sql.type(Recorded)`
          select corkboard.record_export_download(${person.workspace_id}, ${person.email}) as recorded`),
      );
    const headers = {
      ...fileHeaders('application/zip', `corkboard-${found.day}.zip`),
      'Content-Length': String(found.bytes),
    };
    const parts = async function* () {
      for (let number = 1, sent = 0; sent < found.bytes; number++) {
        // The person is authenticated again for each part, as for each batch of other files.
        await read(sql.fragment`select 1 as one`);
        const { bytes } = await queries().one(
          prepared(sql.type(Part)`
            select corkboard.export_part(${person.workspace_id}, ${id}, ${number}) as bytes`),
        );
        if (bytes === null) throw new Error('The file of an export was deleted during a download.');
        sent += bytes.length;
        yield bytes;
      }
    };
    await streamFile(req, res, headers, parts());
  },
});

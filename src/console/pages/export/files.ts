import { accountingCsv } from '../../../exports/accounting.ts';
import { csvFile } from '../../../exports/csv.ts';
import { csvFiles } from '../../../exports/csvFiles.ts';
import { datevFile } from '../../../exports/datev.ts';
import { datevSettings } from '../../../exports/datevSettings.ts';
import type { Request, Route } from '../../../http/handler.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { signInAddress } from '../../requests/paths.ts';
import { redirect } from '../../requests/reply.ts';
import { csvHeaders, fileHeaders, type Reader, readerOf, streamFile } from '../../requests/streamFile.ts';
import { accountingPath, checkDatev, checkPeriod, datevPath, exportPath } from './accountingForms.ts';

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
];

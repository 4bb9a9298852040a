import { type Cell, csvFile } from '../../../exports/csv.ts';
import { batchesAfter, type Read } from '../../../exports/reads.ts';
import type { Route } from '../../../http/handler.ts';
import { type ClientImport, type FaultyLine, faultyLines, importQuery } from '../../records/clientImport.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { notFound } from '../../requests/pageError.ts';
import { signInAddress } from '../../requests/paths.ts';
import { redirect } from '../../requests/reply.ts';
import { csvHeaders, readerOf, streamFile } from '../../requests/streamFile.ts';
import { fieldLabel, problemText } from './fieldLabels.ts';
import { importPath } from './posts.ts';

/** The faulty lines of an import as a CSV file, which can be corrected and imported. */
export const faultyCsv = (resources: ConsoleResources): Route => ({
  method: 'GET',
  pattern: `${importPath}/:import/faulty.csv`,
  handler: async (req, res) => {
    const id = req.params.import!;
    const reader = await readerOf(resources, req);
    if (reader === null) return redirect(req, res, signInAddress(`${importPath}/${id}`));
    const found = await reader.read<ClientImport | null>(importQuery(id));
    if (found === null) throw notFound();
    const fields = [...new Set(found.settings.columns?.filter(field => field !== null))];
    const columns = ['Line', 'What is wrong', ...fields.map(fieldLabel)];
    await streamFile(req, res, csvHeaders('faulty-lines'), csvFile(columns, cells(reader.read, id, fields)));
  },
});

async function* cells(read: Read, id: string, fields: readonly string[]): AsyncGenerator<Cell[][]> {
  for await (const rows of batchesAfter<FaultyLine>(read, (last, limit) =>
    faultyLines(id, last?.line ?? 0, limit),
  ))
    yield rows.map(({ line, problems, client }) => [
      line,
      problems.map(problemText).join(' '),
      ...fields.map(field => client[field] ?? null),
    ]);
}

import { type Cell, csvFile } from '../../../exports/csv.ts';
import { batchesAfter, type Read } from '../../../exports/reads.ts';
import type { Route } from '../../../http/handler.ts';
import { type ClientImport, type FaultyLine, faultyLines, importQuery } from '../../records/clientImport.ts';
import type { ConsoleResources } from '../../requests/console.ts';
import { fileRoute } from '../../requests/fileRoute.ts';
import { notFound } from '../../requests/pageError.ts';
import { csvDownload } from '../../requests/streamFile.ts';
import { fieldLabel, problemText } from './fieldLabels.ts';
import { importPath } from './posts.ts';

/** The faulty lines of an import as a CSV file, which can be corrected and imported. */
export const faultyCsv = (resources: ConsoleResources): Route =>
  fileRoute(resources, {
    pattern: `${importPath}/:import/faulty.csv`,
    page: `${importPath}/:import`,
    role: 'member',
    file: async ({ read }, _, { params }) => {
      const id = params.import!;
      const found = await read<ClientImport | null>(importQuery(id));
      if (found === null) throw notFound();
      const fields = [...new Set(found.settings.columns?.filter(field => field !== null))];
      const columns = ['Line', 'What is wrong', ...fields.map(fieldLabel)];
      return csvDownload('faulty-lines', csvFile(columns, cells(read, id, fields)));
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

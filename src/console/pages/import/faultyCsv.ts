import { csvFile } from '../../../exports/csv.ts';
import { batchesAfter } from '../../../exports/reads.ts';
import type { Settings } from '../../../imports/readFile.ts';
import { type ClientImport, type FaultyCells, faultyCells, importQuery } from '../../queries/clientImport.ts';
import type { PageFile } from '../../requests/fileRoute.ts';
import { notFound } from '../../requests/pageError.ts';
import { csvDownload } from '../../requests/streamFile.ts';
import { fieldLabel, problemText } from './fieldLabels.ts';
import { importPath } from './posts.ts';

/** The faulty lines of an import as a CSV file, which can be corrected and imported. */
export const faultyCsv: PageFile = {
  path: `${importPath}/:import/faulty.csv`,
  file: async ({ read }, _, { params }) => {
    const id = params.import!;
    const found = await read<ClientImport | null>(importQuery(id));
    if (found === null) throw notFound();
    const lines = batchesAfter<FaultyCells>(read, (last, limit) => faultyCells(id, last?.line ?? 0, limit));
    return csvDownload(
      'faulty-lines',
      csvFile([...ownColumns, ...columnNames(found.settings)], lines, ({ line, problems, cells }) => [
        line,
        problems.map(problemText).join(' '),
        ...cells,
      ]),
    );
  },
};

/** The columns before those of the file. */
const ownColumns = ['Line', 'What is wrong'];

/** The names of the columns in the file; without any, those of the chosen fields, by which it can be imported. */
function columnNames({ headings, columns }: Settings): string[] {
  if (headings !== undefined) return headings;
  const labels = columns.map((field, at) => (field === null ? `Column ${at + 1}` : fieldLabel(field)));
  return labels.map((label, at) => {
    const before = labels.slice(0, at).filter(one => one === label).length;
    return before === 0 ? label : `${label} ${before + 1}`;
  });
}

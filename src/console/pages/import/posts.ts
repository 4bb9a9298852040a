import { z } from 'zod';
import { sql } from '../../../database/sql.ts';
import { invalid } from '../../../errors/failure.ts';
import { type Encoding, encodings } from '../../../imports/encodings.ts';
import {
  detectFormat,
  maxClientsText,
  maxColumns,
  maxFileBytes,
  maxFileSize,
  readAs,
  type Settings,
  sizeRule,
} from '../../../imports/readFile.ts';
import { type Separator, separators } from '../../../imports/records.ts';
import { clientFieldNames, clientFields } from '../../../records/clientFields.ts';
import { cut } from '../../../vocabulary/cut.ts';
import { asUuid } from '../../../vocabulary/id.ts';
import { oneLine } from '../../../vocabulary/text.ts';
import { type Field, fieldsOf } from '../../forms/fields.ts';
import type { Post } from '../../forms/post.ts';
import { pageLength } from '../../queries/pageLimit.ts';
import { withQuery } from '../../requests/paths.ts';
import { fieldLabel, fieldOptions } from './fieldLabels.ts';

export const importPath = '/clients/import';
const onePath = `${importPath}/:import`;

const of = ({ params }: { params: Record<string, string> }) => asUuid(params.import ?? '');
const ofMember = { role: 'member', secrets: [] } as const;

const uploadInput = z.strictObject({
  file: z
    .string()
    .min(1, { error: 'is required' })
    .max(Math.ceil(maxFileBytes / 3) * 4, { error: sizeRule }),
  fileName: z.string().optional(),
});

/** Sends a file, which is read as far as it takes to show its columns. */
export const upload: Post = {
  ...ofMember,
  name: 'import.upload',
  path: `${importPath}/file`,
  button: 'Upload file',
  done: 'File uploaded. Nothing is imported yet.',
  input: uploadInput,
  fields: fieldsOf(uploadInput, {
    file: {
      kind: 'file',
      accept: '.csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain',
      hint: `A CSV file of at most ${maxFileSize} and ${maxClientsText} clients`,
    },
    fileName: { hidden: true },
  }),
  // A form sends the file in base64.
  prepare: async ({ file, fileName = '' }) => {
    const bytes = Buffer.from(file, 'base64');
    const { settings, preview, rule } = { preview: [], ...(await detectFormat(bytes)) };
    if (rule !== undefined) throw invalid('file', rule);
    return { bytes, settings, preview, name: cut(oneLine(fileName), 255) || 'clients.csv' };
  },
  sqlCall: (_, __, ___, { bytes, settings, preview, name }) => sql.fragment`
    select corkboard.store_import(begun.workspace_id, ${name}, ${sql.binary(bytes)}, ${JSON.stringify(settings)},
      ${JSON.stringify(preview)}) as id`,
  redirectTo: ({ id }) => `${importPath}/${id}`,
  // A person is authorized before the file is read.
  slow: true,
};

/** The names of encodings, as people choose them. */
export const encodingNames: Record<Encoding, string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 (little endian)',
  'utf-16be': 'UTF-16 (big endian)',
  'windows-1252': 'Windows-1252 (Western European)',
  macintosh: 'Mac OS Roman',
};

const separatorNames: Record<Separator, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  '^': 'Caret',
  '~': 'Tilde',
};

/** The separator's name in the form. */
export const separatorName = (separator: Separator): string => separatorNames[separator].toLowerCase();

/** The most lines that can be left out at the beginning of a file. */
const maxSkipped = 10;

const readInput = z.strictObject({
  encoding: z.enum(encodings),
  // A form trims its texts, so that it can't send a tab.
  separator: z.enum(separators.map(separator => separatorName(separator))),
  skipped: z.int().min(0).max(maxSkipped).optional(),
  hasHeadings: z.boolean(),
});

/** Reads the file in another way. */
export const readAgain: Post = {
  ...ofMember,
  name: 'import.read',
  path: `${onePath}/read`,
  button: 'Read again',
  done: 'File read again.',
  input: readInput,
  fields: fieldsOf(readInput, {
    encoding: { options: encodings.map(encoding => [encoding, encodingNames[encoding]]) },
    separator: {
      options: separators.map(separator => [separatorName(separator), separatorNames[separator]]),
    },
    skipped: {
      label: 'Lines to leave out at the beginning',
      hint: 'Such as a title above the names of the columns. Blank lines don’t count',
    },
    hasHeadings: { label: 'The next line has the names of the columns' },
  }),
  prepare: async ({ encoding, separator: name, skipped = 0, hasHeadings }, { at, query, workspaceId }) => {
    const { rows } = await query('select * from corkboard.import_head($1, $2)', [workspaceId, of(at)]);
    const [found] = rows as { head: Buffer; isWhole: boolean; settings: Settings; preview: string[][] }[];
    // There is no such file any more, which the function says.
    if (found === undefined) return { settings: {}, preview: [] };
    const separator = separators.find(one => separatorName(one) === name)!;
    const { doubtful = [] } = found.settings;
    const read = await readAs(found.head, found.isWhole, {
      ...{ encoding, separator, skipped, hasHeadings, doubtful },
    });
    if (read.rule !== undefined) throw invalid('separator', `can’t be this one: the file ${read.rule}`);
    const { settings, preview } = read;
    // A person's choices stay if the columns are the same.
    const isSame =
      hasHeadings === found.settings.hasHeadings &&
      JSON.stringify(preview[0]) === JSON.stringify(found.preview[0]) &&
      settings.columns.length === found.settings.columns.length;
    return { settings: isSame ? { ...settings, columns: found.settings.columns } : settings, preview };
  },
  sqlCall: (_, at, __, { settings, preview }) => sql.fragment`
    select corkboard.reread_import(begun.workspace_id, ${of(at)}, ${JSON.stringify(settings)}, ${JSON.stringify(preview)}) as id`,
  slow: true,
};

/** The choice for a column that is not imported. */
export const leftOut = 'leave-out';
export const columnName = (at: number): string => `column${at}`;
const columnNames = Array.from({ length: maxColumns }, (_, at) => columnName(at));
const choice = z.enum([leftOut, ...clientFieldNames]).optional();

/** Which field each column is. */
const columnsInput = z
  .strictObject(Object.fromEntries(columnNames.map(name => [name, choice])))
  .superRefine((columns, context) => {
    const chosen = columnNames.map(name => columns[name] ?? leftOut);
    if (!chosen.includes('name') && !chosen.includes('company'))
      context.addIssue({
        code: 'custom',
        path: [],
        message: 'Choose the column that has the names of the clients.',
      });
    for (const [at, field] of chosen.entries()) {
      const before = chosen.indexOf(field);
      if (field !== leftOut && before < at && clientFields[field].joinedBy === undefined)
        context.addIssue({
          code: 'custom',
          path: [columnName(at)],
          message: `is ${fieldLabel(field)} already, as column ${before + 1} is: choose one of them`,
        });
    }
  });

const [anyColumn] = fieldsOf(z.strictObject({ column0: choice })) as [Field];

/** Has the lines checked, with the columns as the person says. */
export const checkLines: Post = {
  ...ofMember,
  name: 'import.check',
  path: `${onePath}/check`,
  button: 'Check lines',
  done: 'Columns saved. Nothing is imported yet.',
  input: columnsInput,
  fields: columnNames.map((name, at) => ({
    ...anyColumn,
    name,
    label: `Column ${at + 1}`,
    // Each column has a choice, of which one is to leave it out.
    required: true,
    options: [[leftOut, 'Leave out'], ...fieldOptions],
  })),
  sqlCall: (input, at) => sql.fragment`
    select corkboard.check_import(begun.workspace_id, ${of(at)}, ${JSON.stringify(
      columnNames.map(name => (input[name] === leftOut ? null : (input[name] ?? null))),
    )}) as id`,
};

const integer = z.int().min(0).max(2_147_483_647);

/** Which likely duplicates are wanted of those that the page shows: after one line, until another. */
const choiceInput = z.strictObject({
  version: integer.optional(),
  after: integer.optional(),
  until: integer.optional(),
  wanted: z.array(z.string().regex(/^\d{1,9}$/)).max(pageLength),
});
const choiceLooks = {
  version: { hidden: true },
  after: { hidden: true },
  until: { hidden: true },
  wanted: { kind: 'choices', label: 'Likely duplicates' },
} as const;

const choiceArguments = ({ after = 0, until = 0, wanted }: Partial<z.infer<typeof choiceInput>>) =>
  sql.fragment`${after}, ${until}, ${sql.array((wanted ?? []).map(Number), 'int4')}`;

const pageInput = choiceInput.extend({ to: integer.optional() });

/** Stores the choice among the likely duplicates of a page, and shows those after another line. */
export const chooseDuplicates: Post = {
  ...ofMember,
  name: 'import.choose',
  path: `${onePath}/choose`,
  button: 'Save and show the next lines',
  done: 'Choice saved. Nothing is imported yet.',
  input: pageInput,
  fields: fieldsOf(pageInput, { ...choiceLooks, to: { hidden: true } }),
  sqlCall: ({ version = null, to = 0, ...chosen }, at) => sql.fragment`
    select ${to}::integer as "to", ${of(at)}::uuid as id, corkboard.choose_import_duplicates(
      begun.workspace_id, ${of(at)}, ${version}, ${choiceArguments(chosen)}) as chosen`,
  redirectTo: ({ id, to }) => duplicatesAddress(id, to),
};

/** The address of the likely duplicates of an import after a line. */
const duplicatesAddress = (id: string, after: number): string =>
  withQuery(`${importPath}/${id}`, after === 0 ? {} : { after: `${after}` });

const startInput = choiceInput.extend({ withoutFaulty: z.boolean(), withDuplicates: z.boolean() });

/** Imports the clients of the lines that were checked. */
export const startImport: Post = {
  ...ofMember,
  name: 'import.start',
  path: `${onePath}/start`,
  button: 'Import clients',
  done: 'The import has begun.',
  input: startInput,
  fields: fieldsOf(startInput, {
    ...choiceLooks,
    withoutFaulty: { label: 'Leave out the faulty lines' },
    withDuplicates: { label: 'Import all likely duplicates' },
  }),
  sqlCall: ({ version = null, withoutFaulty, withDuplicates, ...chosen }, at) => sql.fragment`
    select corkboard.start_import(
      begun.workspace_id, ${of(at)}, ${version}, ${withoutFaulty}, ${withDuplicates}, ${choiceArguments(chosen)}) as id`,
};

import test from 'ava';
import { csvFiles } from '../../src/exports/csvFiles.ts';
import { decode, detectEncoding, wordIn } from '../../src/imports/encodings.ts';
import { fieldsOfHeadings } from '../../src/imports/headings.ts';
import { linesOfFile } from '../../src/imports/linesOfFile.ts';
import { detectFormat, readAs } from '../../src/imports/readFile.ts';
import { type CsvRecord, recordsOf, type Separator } from '../../src/imports/records.ts';
import { parseCsv } from '../support/csv.ts';

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const records = async (text: string, separator: Separator = ',') => {
  const found: CsvRecord[] = [];
  for await (const record of recordsOf([text], separator)) found.push(record);
  return found;
};

test('the encoding is known by the byte order mark, by zeros, or because it is no valid UTF-8', t => {
  const text = 'Name;Ort\r\nZoë €;Köln\r\n';
  const windows = Buffer.from('Name;Ort\r\nZo\xeb \x80;K\xf6ln\r\n', 'latin1');
  for (const [bytes, encoding] of [
    [Buffer.from(text), 'utf-8'],
    [Buffer.from(`\ufeff${text}`), 'utf-8'],
    [windows, 'windows-1252'],
    [Buffer.from(`\ufeff${text}`, 'utf16le'), 'utf-16le'],
    [swapped(`\ufeff${text}`), 'utf-16be'],
    [Buffer.from(text, 'utf16le'), 'utf-16le'],
    [swapped(text), 'utf-16be'],
  ] as const) {
    t.is(detectEncoding(bytes).encoding, encoding);
    t.is(decode(bytes, encoding), 'Name;Ort\nZoë €;Köln\n');
  }
});

test('what is no valid UTF-8 is Windows’, old Macs’ or damaged, with the words in question', t => {
  for (const [bytes, encoding, text] of [
    ['M\xfcller, K\xf6ln', 'windows-1252', ['Müller', 'Köln']],
    ['M\x9fller, K\x9aln', 'macintosh', ['Müller', 'Köln']],
    ['\x80pfel und Caf\x8e', 'macintosh', ['Äpfel', 'Café']],
    ['O\x92Brien, \x93Haus\x94, 100\x80', 'windows-1252', ['O’Brien', '“Haus”', '100€']],
    ['O\xd5Brien \xd2Haus\xd3', 'macintosh', ['O’Brien', '“Haus”']],
    ['Smith\x96Jones', 'windows-1252', ['Smith–Jones']],
    ['K\xc3\xb6ln M\xc3\xbcller Z\xfcrich', 'utf-8', ['Z\ufffdrich']],
  ] as const) {
    const found = detectEncoding(Buffer.from(bytes, 'latin1'));
    t.is(found.encoding, encoding, bytes);
    t.deepEqual(
      found.doubtful.map(word => wordIn(word, found.encoding)),
      [...text],
    );
  }
});

test('the separator is the one by which lines have the same number of cells', async t => {
  for (const [text, separator] of [
    ['Name,Email\nAda,ada@x.example\n', ','],
    ['Name;Notes\nAda;one, two, three\nBo;four\n', ';'],
    ['Name\tNotes\nAda\ta;b\nBo\tc\n', '\t'],
    ['Name;Notes\n"Ada; the first";"a,b\nc,d"\n', ';'],
    ['Name|Notes\nAda|a, b\nBo|c\n', '|'],
    ['Name\nAda\n', ','],
  ] as const)
    t.is((await detectFormat(Buffer.from(text))).settings?.separator, separator, text);
});

test('lines may have quoted line breaks, quotation marks, blank cells and any line ends', async t => {
  const text = 'Name,Notes\r\n"Ada ""A"" Marsh","one\r\ntwo"\r\n\r\nBo "B" Lund,3\rCy,=1+1\n"D"';
  t.deepEqual(await records(decode(Buffer.from(text), 'utf-8')), [
    { line: 1, cells: ['Name', 'Notes'] },
    { line: 2, cells: ['Ada "A" Marsh', 'one\ntwo'] },
    { line: 5, cells: ['Bo "B" Lund', '3'] },
    { line: 6, cells: ['Cy', '=1+1'] },
    { line: 7, cells: ['D'] },
  ]);
  await t.throwsAsync(records('Name\nAda\n"Bo\nCy\n'), { message: /^line 3 has a quotation mark/ });
  await t.throwsAsync(records('Name\n\n\nAda\n\n , \n\n"Bo\n\nCy\n'), {
    message: /^line 8 has a quotation mark/,
  });
  await t.throwsAsync(records(`Name\n"${'x\n'.repeat(150_000)}"\n`), {
    message: /^line 2 is too long, or has/,
  });
  await t.throwsAsync(records(`Name\n${'x'.repeat(300_000)}\n`), { message: /^line 2 is too long/ });
});

test('columns are known by their headings in five languages, and by addresses where there are none', async t => {
  const known = (list: string) => fieldsOfHeadings(list.split('|'));
  t.deepEqual(
    known('Client ID|Name|E-mail Address|Company Name|ZIP/Postal Code|Town|Country/Region|VAT no.'),
    [...[null, 'name', 'email', 'company', 'postalCode', 'city', 'country', 'vatNumber']],
  );
  const fields = 'name|name|company|email|addressLines|postalCode|city|country|vatNumber'.split('|');
  for (const list of [
    'Vorname|Nachname|Firma|E-Mail|Straße|PLZ|Ort|Land|USt-IdNr.',
    'Prénom|Nom|Société|Adresse e-mail|Adresse|Code postal|Ville|Pays|N° TVA',
    'Nombre|Apellidos|Empresa|Correo electrónico|Dirección|Código postal|Ciudad|País|NIF',
    'Nome|Cognome|Azienda|Posta elettronica|Indirizzo|CAP|Città|Paese|Partita IVA',
  ])
    t.deepEqual(known(list), fields);
  t.deepEqual(known('Ansprechpartner|Bemerkungen'), ['contactName', 'notes']);
  // Of two columns with the same heading, or for the same field, the first counts.
  t.deepEqual(known('Name|Name|Email|Mail|Address|Address line 2'), [
    ...['name', null, 'email', null, 'address', 'addressLines'],
  ]);
  const clients = csvFiles.find(({ name }) => name === 'clients')!;
  const { value: empty } = await clients.chunks(async () => ({ rows: [], next: null }) as any).next();
  const [own] = parseCsv(empty.slice(1)) as [string[]];
  t.deepEqual(
    own.filter((_, at) => fieldsOfHeadings(own)[at] === null),
    ['Client ID', 'Added through', 'Added at', 'Trashed at', 'Erased at', 'Archived at', 'DATEV account'],
  );
});

test('headings may be marked, be one word, and stand below a title', async t => {
  t.deepEqual(
    fieldsOfHeadings(
      '*ContactName|AccountNumber|EmailAddress|FirstName|LastName|POAddressLine1|POAddressLine2|POCity|TaxNumber'.split(
        '|',
      ),
    ),
    [
      'name',
      null,
      'email',
      'contactName',
      'contactName',
      'addressLines',
      'addressLines',
      'city',
      'vatNumber',
    ],
  );
  t.deepEqual(fieldsOfHeadings(['* Name', 'Email*', 'Notes 2']), ['name', 'email', 'notes']);
  for (const [text, above, hasHeadings] of [
    ['Our clients\n\nName,Email,Phone\nAda,a@x.example,1\n', ['Our clients'], true],
    ['Kunden;;\nStand 1.1.2026;;\nFirma;Ort;Land\nÄpfel;Köln;DE\n', ['Kunden', 'Stand 1.1.2026'], true],
    ['Name,Email\nCompany,Notes\n', undefined, true],
    ['Ada,Wien\nBo,Graz\nCompany,Notes\n', undefined, false],
    ['Ada\nClient\n', undefined, false],
    ['Ada\nBo,Company\n', undefined, false],
  ] as const) {
    const { settings } = await detectFormat(Buffer.from(text));
    t.like(settings, { above, hasHeadings }, text);
  }
  const { settings } = await detectFormat(Buffer.from('Our clients\n\nName,Email\nAda,a@x.example\n'));
  t.deepEqual(settings!.headings, ['Name', 'Email']);
  const lines = linesOfFile(Buffer.from('Our clients\n\nName,Email\nAda,a@x.example\n'), settings!);
  t.like(await Array.fromAsync(lines), [{ line: 4, client: { name: 'Ada' } }]);
});

test('long cells and blank lines are read in pieces, between which others work', async t => {
  const turns = async (work: () => Promise<unknown>) => {
    let count = 0;
    let isDone = false;
    const turn = () => {
      count++;
      if (!isDone) setImmediate(turn);
    };
    setImmediate(turn);
    const answer = await work().finally(() => {
      isDone = true;
    });
    return { count, answer };
  };
  const long = await turns(() => detectFormat(Buffer.from(`${'@'.repeat(65_000)} x\n`)));
  t.like(long.answer, { settings: { columns: ['name'] } });
  t.true(long.count > 60);
  const settings = { encoding: 'utf-8', separator: ',', hasHeadings: false, columns: ['name'] } as const;
  const file = Buffer.from(`${'\n'.repeat(100_000)}Ada\n`);
  const blank = await turns(() => Array.fromAsync(linesOfFile(file, { ...settings, columns: ['name'] })));
  t.like(blank.answer, [{ line: 100_001, client: { name: 'Ada' } }]);
  t.true(blank.count > 90);
  const short = await turns(() =>
    t.throwsAsync(
      Array.fromAsync(
        linesOfFile(Buffer.from('a\n'.repeat(3_000)), { ...settings, columns: ['name'] }, 2_000),
      ),
    ),
  );
  t.true(short.count >= 4);
});

test('a file without headings is understood by what is in it', async t => {
  const { settings, preview } = (await detectFormat(
    Buffer.from('ada@x.example,Ada Marsh,Portland\n\nbo@x.example,Bo Lund\n'),
  )) as Extract<Awaited<ReturnType<typeof detectFormat>>, { preview: unknown }>;
  t.deepEqual(settings, {
    ...{ encoding: 'utf-8', separator: ',', hasHeadings: false, columns: ['email', 'name', null] },
  });
  t.deepEqual(preview, [
    ['ada@x.example', 'Ada Marsh', 'Portland'],
    ['bo@x.example', 'Bo Lund'],
  ]);
});

test('a file that has no lines of text says what it is', async t => {
  for (const [bytes, rule] of [
    [Buffer.from('PK\x03\x04…'), 'is an Excel workbook. Save it as CSV, then choose that file'],
    [Buffer.from('%PDF-1.7'), 'is a PDF. Save it as CSV, then choose that file'],
    [
      Buffer.from(Array.from({ length: 999 }, (_, at) => at % 256)),
      'is a file without text. Save it as CSV, then choose that file',
    ],
    [Buffer.from('\ufeff\r\n ;;\r\n'), 'has no lines with text'],
    [Buffer.from('x,'.repeat(100)), 'has more than 100 columns'],
    [Buffer.from('"Name\nAda'), 'can’t be read: line 1 has a quotation mark that is never closed'],
    [Buffer.alloc(10 * 1024 * 1024 + 1, 'x'), 'must be at most 10 MB'],
  ] as const)
    t.is((await detectFormat(bytes)).rule, rule);
});

test('a first line that tells Excel the separator is no client and no heading', async t => {
  const { settings } = await detectFormat(Buffer.from('sep=;\r\nName;Notes\r\nAda;a,b\r\n'));
  const lines = await Array.fromAsync(
    linesOfFile(Buffer.from('sep=;\r\nName;Notes\r\nAda;a,b\r\n'), settings!),
  );
  t.deepEqual(lines, [{ line: 3, cells: ['Ada', 'a,b'], client: { name: 'Ada', notes: 'a,b' } }]);
});

test('only the whole lines of the beginning of a file are read', async t => {
  const line = 'Ada,ada@x.example\n';
  const head = Buffer.from(line.repeat(3)).subarray(0, -5);
  const settings = { encoding: 'utf-8', separator: ',' } as const;
  t.deepEqual((await readAs(head, false, settings)) as { preview?: unknown }, {
    settings: { ...settings, hasHeadings: false, columns: ['name', 'email'] },
    preview: [line, line].map(one => one.trim().split(',')),
  });
});

test('lines with nothing in them are skipped, and the lines of a file are bounded', async t => {
  const settings = { encoding: 'utf-8', separator: ',', hasHeadings: true, columns: ['name', null] } as const;
  const lines = async (text: string, most?: number) => {
    const found: string[] = [];
    const all = linesOfFile(Buffer.from(text), { ...settings, columns: [...settings.columns] }, most);
    for await (const { line, client } of all) found.push(`${line} ${client.name}`);
    return found;
  };
  t.deepEqual(await lines(' ,\nName,City\n\nAda,\n , \nBo,Wien', 2), ['4 Ada', '6 Bo']);
  await t.throwsAsync(lines('Name\nAda\nBo\nCy\n', 2), {
    message: /^The file has more than 10,000 clients\./,
  });
  await t.throwsAsync(lines('Name\n\n'), { message: 'The file has no lines with clients.' });
});

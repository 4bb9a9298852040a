import test from 'ava';
import { clientOf } from '../../src/imports/clientLine.ts';
import type { ClientField } from '../../src/records/clientFields.ts';
import { type Contact, contactText } from '../../src/records/contacts.ts';

/** What becomes of a line, from its cells by their fields. Several columns have the field before a number. */
const read = (cells: Record<string, string>, more: string[] = []) =>
  clientOf(
    { line: 2, cells: [...Object.values(cells), ...more] },
    Object.keys(cells).map(name => name.replace(/\d$/, '') as ClientField),
  );
const client = (cells: Record<string, string>) => read(cells).client;
const problems = (cells: Record<string, string>, more?: string[]) =>
  read(cells, more).problems?.map(({ field, rule }) => `${field} ${rule}`);

test('a line becomes a client, with its texts trimmed and its codes as documents need them', t => {
  t.like(
    read({
      ...{
        name1: ' Ada ',
        name2: 'Marsh',
        company: '',
        notes1: 'One',
        notes2: 'Two\nthree',
        addressLines1: '1 Ferry Road',
      },
      ...{ addressLines2: 'Dock 4', country: 'Deutschland', eInvoiceCountry: 'at', language: 'Französisch' },
      ...{
        vatNumber: 'de 136 695 976',
        paymentTermDays: '30',
        zeroTaxReason: 'Reverse charge',
        eInvoiceFormat: 'Factur-X',
      },
    }),
    {
      line: 2,
      client: {
        ...{
          name: 'Ada Marsh',
          notes: 'One\nTwo\nthree',
          address_lines: '1 Ferry Road\nDock 4',
          country: 'DE',
        },
        ...{ e_invoice_country: 'AT', language: 'fr', vat_number: 'DE136695976', payment_term_days: 30 },
        ...{ zero_tax_reason: 'reverse_charge', e_invoice_format: 'factur-x' },
      },
    },
  );
  t.is(client({ name: 'A', language: 'de-AT' }).language, 'de');
  // As our own files have them.
  const contacts = 'Ada Marsh <ada@x.example> 040 123 (billing)\nTom Ode (approval)\nEve';
  t.deepEqual(client({ name: 'A', contacts }).contacts, [
    { name: 'Ada Marsh', email: 'ada@x.example', phone: '040 123', role: 'billing' },
    { name: 'Tom Ode', role: 'approval' },
    { name: 'Eve', role: 'other' },
  ]);
  t.is(
    (client({ name: 'A', contacts }).contacts as Contact[]).map(contactText).join('\n'),
    `${contacts} (other)`,
  );
  t.deepEqual(problems({ name: 'A', contacts: 'Ada <ada@x.example>; Tom <tom@x.example> (billing)' }), [
    'contacts.0.email must be an email address',
  ]);
  // A line of a firm without a person.
  t.deepEqual(client({ name: ' ', company: 'Harbour Ltd' }), { name: 'Harbour Ltd' });
  // A formula is text, and our own files escape it.
  t.is(client({ name: '=1+1' }).name, '=1+1');
  t.is(client({ name: "'=1+1" }).name, '=1+1');
  t.is(client({ name: "'t Hof" }).name, "'t Hof");
  // A line break in a field of one line is white space.
  t.deepEqual(client({ name: 'Ada\n\t Marsh', company: 'Harbour\r\nLtd' }), {
    name: 'Ada Marsh',
    company: 'Harbour Ltd',
  });
  // All of a long cell is kept, and no more of it is looked at than a field may have.
  const long = read({ name: 'Ada', notes: '@'.repeat(65_000) });
  t.is(long.cells[1]!.length, 65_000);
  t.is((long.client.notes as string).length, 1_000);
  t.like(long.problems, [{ field: 'notes', rule: 'must be at most 5000 characters long' }]);
});

test('a country is known by its name in many languages, what people call it, and its codes', t => {
  const names = {
    AE: 'UAE|U.A.E.|United Arab Emirates',
    AT: 'A|AUT|Österreich|Oesterreich|AUSTRIA',
    BA: 'Bosnia|Bosnia & Herzegovina|Bosnia and Herzegovina',
    CD: 'DRC|Democratic Republic of the Congo',
    CG: 'Congo|Republic of the Congo',
    CH: 'Schweiz|Suisse|Svizzera|CHE',
    CI: "Ivory Coast|Cote d’Ivoire|Côte d'Ivoire",
    CN: "China|PR China|People's Republic of China",
    CZ: 'Czech Republic|Czechia|Česko|Tschechien',
    DE: 'D|DEU|germany|Deutschland|Allemagne|Federal Republic of Germany|de',
    GB: 'UK|United Kingdom|Great Britain|England|Scotland|Northern Ireland|GBR',
    GR: 'EL|Greece|Hellas',
    IE: 'Éire|Republic of Ireland|The Republic of Ireland',
    KR: 'Korea|South Korea|Korea, Republic of',
    NL: 'The Netherlands|Netherlands|Holland|Nederland|NLD',
    RU: 'Russian Federation|Russia',
    TR: 'Turkey|Türkiye|Turkiye',
    TW: 'Taiwan|Republic of China',
    US: 'United States of America|The United States|U.S.|USA|us|America',
    VN: 'Viet Nam|Vietnam',
  };
  for (const [code, list] of Object.entries(names))
    for (const country of list.split('|')) t.is(client({ name: 'A', country }).country, code, country);
});

test('a payment term is known by its days', t => {
  for (const [text, days] of [
    ['30', 30],
    ['Net 30', 30],
    ['NET30', 30],
    ['30 days net', 30],
    ['14 Tage netto', 14],
    ['n/30', 30],
    ['30 jours', 30],
    ['Due on receipt', 0],
    ['2/10 net 30', 'must be a whole number of days'],
    ['-5', 'must be a whole number of days'],
  ] as const) {
    const { client: made, problems: wrong } = read({ name: 'A', paymentTermDays: text });
    t.deepEqual(wrong?.[0]?.rule ?? made.payment_term_days, days, text);
  }
});

test('a line is faulty by the rules of the form, each fault by its field', t => {
  t.deepEqual(problems({ email: 'ada@x.example' }), ['name is required']);
  t.deepEqual(problems({ name: 'Ada', email: 'ada', country: 'Atlantis', paymentTermDays: 'soon' }), [
    'email must be an email address',
    'country must be the name or the code of a country, like Germany or DE',
    'paymentTermDays must be a whole number of days',
  ]);
  t.deepEqual(problems({ name: 'x'.repeat(501) }), ['name must be at most 500 characters long']);
  t.deepEqual(problems({ name: 'Ada\u0007' }), ['name must be one line, without control characters']);
  t.deepEqual(problems({ name: 'Ada', addressLines: '1\n2\n3\n4' }), [
    'addressLines must be at most 3 lines',
  ]);
  t.deepEqual(problems({ name: 'Ada' }, ['', 'more']), [' has more columns than the first line']);
  t.is(problems({ name: 'Ada' }, ['', ' ']), undefined);
  t.deepEqual(problems({ name: 'Ad\ufffd' }), [
    'name has a character that can’t be read: check the encoding of the file',
  ]);
  t.deepEqual(read({ name: 'Ada', notes: 'a\0b\ud800' }), {
    line: 2,
    cells: ['Ada', 'a\ufffdb\ufffd'],
    client: { name: 'Ada', notes: 'a\ufffdb\ufffd' },
    problems: [{ field: 'notes', rule: 'must not contain NUL or unpaired surrogates' }],
  });
});

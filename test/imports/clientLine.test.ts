import test from 'ava';
import { clientOf } from '../../src/imports/clientLine.ts';

/** What becomes of a line, from its cells by their fields. Several columns have the field before a number. */
const read = (cells: Record<string, string>, more: string[] = []) =>
  clientOf(
    { line: 2, cells: [...Object.values(cells), ...more] },
    Object.keys(cells).map(name => name.replace(/\d$/, '')),
  );
const client = (cells: Record<string, string>) => read(cells).client;
const problems = (cells: Record<string, string>, more?: string[]) =>
  read(cells, more).problems?.map(({ field, rule }) => `${field} ${rule}`);

test('a line becomes a client, with its texts trimmed and its codes as documents need them', t => {
  t.deepEqual(
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
  // A line of a firm without a person.
  t.deepEqual(client({ name: ' ', company: 'Harbour Ltd' }), { name: 'Harbour Ltd' });
  // A formula is text, and our own files escape it.
  t.is(client({ name: '=1+1' }).name, '=1+1');
  t.is(client({ name: "'=1+1" }).name, '=1+1');
  t.is(client({ name: "'t Hof" }).name, "'t Hof");
});

test('a line is faulty by the rules of the form, each fault by its field', t => {
  t.deepEqual(problems({ email: 'ada@x.example' }), ['name is required']);
  t.deepEqual(problems({ name: 'Ada', email: 'ada', country: 'Atlantis', paymentTermDays: 'soon' }), [
    'email must be an email address',
    'country must be the name or the code of a country, like Germany or DE',
    'paymentTermDays must be a whole number of days',
  ]);
  t.deepEqual(problems({ name: 'x'.repeat(501) }), ['name must be at most 500 characters long']);
  t.deepEqual(problems({ name: 'Ada\nMarsh' }), ['name must be one line, without control characters']);
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
    client: { name: 'Ada', notes: 'a\ufffdb\ufffd' },
    problems: [{ field: 'notes', rule: 'must not contain NUL or unpaired surrogates' }],
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { eInvoiceXml } from '../src/documents/eInvoice.ts';
import { missingForEInvoice } from '../src/documents/missingForEInvoice.ts';
import type { EInvoiceFormat } from '../src/documents/partySnapshot.ts';
import { eInvoiceFormats } from '../src/vocabulary/documents.ts';
import { invoicesOfAllKinds, samples } from '../test/support/eInvoices.ts';

// The official rules for electronic invoices (eInvoiceRules/README.md).

interface Saxon {
  transform: (options: object, when: 'sync') => { principalResult: string };
}
const saxon: Saxon = createRequire(import.meta.url)('saxon-js');

const compiled = (file: string | URL): object => JSON.parse(gunzipSync(readFileSync(file)).toString());
const ofEurope = (syntax: string) =>
  compiled(new URL(`eInvoiceRules/${syntax}.sef.json.gz`, import.meta.url));
const ubl = ofEurope('ubl');
const { PEPPOL_RULES, E_INVOICES = '15' } = process.env;
const rules: Record<EInvoiceFormat, object[]> = {
  peppol: [ubl, ...(PEPPOL_RULES ? [compiled(PEPPOL_RULES)] : [])],
  xrechnung: [ubl],
  'factur-x': [ofEurope('cii')],
};

/** The rules that an invoice breaks; warnings are none. */
function broken(xml: string, format: EInvoiceFormat): string[] {
  return rules[format].flatMap(stylesheetInternal => {
    const options = { stylesheetInternal, sourceText: xml, destination: 'serialized' };
    const { principalResult } = saxon.transform(options, 'sync');
    return [...principalResult.matchAll(/<svrl:failed-assert\b[^>]*>[\s\S]*?<\/svrl:failed-assert>/g)]
      .map(([failed]) => failed)
      .filter(failed => !/\bflag="warning"/.test(failed));
  });
}

for (const [name, { document, format }] of Object.entries(samples))
  test(`the electronic invoice of the tests keeps the rules: ${name}`, async t => {
    t.deepEqual(broken(await eInvoiceXml(document, format), format), []);
  });

test('an electronic invoice keeps the rules, or what it lacks is named', async t => {
  let judged = 0;
  const check = async (document: Parameters<typeof eInvoiceXml>[0], format: EInvoiceFormat) => {
    if (missingForEInvoice(document, format).length > 0) return;
    judged++;
    t.deepEqual(broken(await eInvoiceXml(document, format), format), []);
  };
  const property = fc.asyncProperty(invoicesOfAllKinds, fc.constantFrom(...eInvoiceFormats), check);
  await fc.assert(property, { numRuns: Number(E_INVOICES) });
  t.true(judged > 0);
});

test('a wrong total breaks a rule', async t => {
  const { document, format } = samples['factur-x'];
  const xml = await eInvoiceXml(document, format);
  const wrong = xml.replace(/(?<=<ram:GrandTotalAmount>)[\d.]+/, '1.00');
  t.regex(broken(wrong, format).join(), /BR-CO-15/);
});

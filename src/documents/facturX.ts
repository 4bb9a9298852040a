import { deflateSync } from 'node:zlib';

/** The name that Factur-X gives the XML in the PDF. */
const fileName = 'factur-x.xml';

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';

/** The description of properties that aren't PDF/A's own, which it requires. */
const property = (name: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name>` +
  '<pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category>' +
  `<pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`;
const schema =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
  `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
  `<pdfaSchema:property><rdf:Seq>${[
    property('DocumentFileName', 'The name of the embedded XML document'),
    property('DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER'),
    property('Version', 'The actual version of the standard applying to the embedded XML document'),
    property('ConformanceLevel', 'The conformance level of the embedded XML document'),
  ].join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`;
const description =
  `<rdf:Description rdf:about="" xmlns:fx="${namespace}"><fx:DocumentType>INVOICE</fx:DocumentType>` +
  `<fx:DocumentFileName>${fileName}</fx:DocumentFileName><fx:Version>1.0</fx:Version>` +
  '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>';

/** The part that a pattern captures in a PDF of our renderer. */
function found(pattern: RegExp, text: string): string {
  const [, part] = pattern.exec(text) ?? [];
  if (part === undefined) throw new Error(`The PDF has no ${pattern.source}.`);
  return part;
}

/** The part of a PDF between two texts. */
function between(begin: string, end: string, text: string): string {
  const start = text.indexOf(begin) + begin.length;
  const stop = text.indexOf(end, start);
  if (start < begin.length || stop === -1) throw new Error(`The PDF has no ${begin.trim()}.`);
  return text.slice(start, stop);
}

/** Metadata (XMP) of a PDF/A that say that it is a Factur-X, too. */
function withFacturX(metadata: string): string {
  const schemas = '</rdf:Bag></pdfaExtension:schemas>';
  if (!metadata.includes(schemas)) throw new Error('The PDF is not PDF/A, as Factur-X must be.');
  return metadata
    .replace(schemas, () => `${schema}${schemas}`)
    .replace('</rdf:RDF>', () => `${description}</rdf:RDF>`);
}

/**
 * A PDF/A-3 of our renderer with an electronic invoice in it: a Factur-X. All is appended (an incremental update, ISO 32000-1,
 * 7.5.6), so that pages, tags and everything else stay byte by byte. The package would replace the tags by none, and set the
 * time of the day. Throws an error if the PDF is not PDF/A.
 */
export function facturX(pdf: Uint8Array, xml: string, issuedAt: Date): Uint8Array {
  const bytes = Buffer.from(pdf);
  const text = bytes.toString('latin1');
  const trailer = text.slice(text.lastIndexOf('\ntrailer'), text.lastIndexOf('startxref'));
  const previous = found(/startxref\s+(\d+)\s+%%EOF\s*$/, text);
  const size = Number(found(/\/Size (\d+)/, trailer));
  const root = Number(found(/\/Root (\d+) 0 R/, trailer));
  const objectText = (id: number) => between(`\n${id} 0 obj\n`, '\nendobj', text);
  const catalog = objectText(root);
  if (/\/(Names|AF)\b/.test(catalog)) throw new Error('The PDF has attachments or names already.');
  const metadata = Number(found(/\/Metadata (\d+) 0 R/, catalog));
  const xmp = withFacturX(
    Buffer.from(between('\nstream\n', '\nendstream', objectText(metadata)), 'latin1').toString(),
  );
  const content = Buffer.from(xml);
  const time = `(D:${issuedAt.toISOString().replace(/\D/g, '').slice(0, 14)}Z)`;
  const [file, specification] = [size, size + 1];
  const objects: [id: number, dictionary: string, stream?: Buffer][] = [
    [metadata, '/Type /Metadata /Subtype /XML', Buffer.from(xmp)],
    [
      root,
      `${found(/^<<([\s\S]*)>>$/, catalog)}/AF [${specification} 0 R]
  /Names << /EmbeddedFiles << /Names [(${fileName}) ${specification} 0 R] >> >>`,
    ],
    [
      file,
      `/Type /EmbeddedFile /Subtype /text#2Fxml /Filter /FlateDecode
  /Params << /ModDate ${time} /CreationDate ${time} /Size ${content.length} >>`,
      deflateSync(content),
    ],
    [
      specification,
      `/Type /Filespec /F (${fileName}) /UF (${fileName}) /Desc (Factur-X) /AFRelationship /Alternative
  /EF << /F ${file} 0 R /UF ${file} 0 R >>`,
    ],
  ];
  const parts: Uint8Array[] = [bytes];
  let length = bytes.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const addText = (part: string) => add(Buffer.from(part, 'latin1'));
  const references = objects.map(([id, dictionary, stream]) => {
    const reference = `${id} 1\n${String(length + 1).padStart(10, '0')} 00000 n \n`;
    const streamLength = stream ? ` /Length ${stream.length}` : '';
    addText(`\n${id} 0 obj\n<<\n  ${dictionary}${streamLength}\n>>`);
    if (stream) {
      addText('\nstream\n');
      add(stream);
      addText('\nendstream');
    }
    addText('\nendobj');
    return reference;
  });
  const start = length + 1;
  const dictionary = trailer.replace(/\/Size \d+/, `/Size ${size + 2}\n  /Prev ${previous}`);
  addText(`\nxref\n${references.join('')}${dictionary.trim()}\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

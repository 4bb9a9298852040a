import { fileURLToPath } from 'node:url';
import { NodeCompiler, PdfStandard } from '@myriaddreamin/typst-ts-node-compiler';
import type { DocumentKind } from '../documentKinds.ts';
import { fontFiles, needsEastAsianFonts, withoutGlyph } from '../fonts.ts';
import type { Rendering } from './rendering.ts';

// Only the process that renders documents loads this: the compiler takes 50 MB and blocks the thread.

const templates = fileURLToPath(new URL('../templates', import.meta.url));
/** Where templates find the logo: it lies beside them, in memory only. */
const logoPath = `${templates}/logo`;

// The workspace is the only folder that templates can read. Typst finds scripts that our fonts lack in the machine's fonts, if
// those have them.
const createCompiler = (isEastAsian: boolean) =>
  NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs: fontFiles(isEastAsian) }] });
const usualCompiler = createCompiler(false);
let eastAsianCompiler: NodeCompiler | undefined;

/** The compiler that has the fonts of a view. The larger one is made with the first document that needs it. */
function compilerFor(view: Rendering['view']): NodeCompiler {
  if (!needsEastAsianFonts(JSON.stringify(view))) return usualCompiler;
  eastAsianCompiler ??= createCompiler(true);
  return eastAsianCompiler;
}

/** After how many documents the compiler forgets what it has not used again. */
const keptFor = 2;

/** The kinds of documents that another kind's template shows too, because their views lack what else is in it. */
const templateOf: Partial<Record<DocumentKind, DocumentKind>> = {
  estimate: 'invoice',
  reminder: 'invoice',
  credit_note: 'invoice',
  check: 'invoice',
  scope: 'contract',
};

/** Throws an error with the compiler's messages. */
function compile(compiler: NodeCompiler, { kind, view }: Rendering, logo: Uint8Array | null) {
  const template = `${templateOf[kind] ?? kind}.typ`;
  compiler.resetShadow();
  if (logo !== null) compiler.mapShadow(logoPath, Buffer.from(logo));
  const result = compiler.compile({
    mainFilePath: `${templates}/${template}`,
    inputs: { view: JSON.stringify(view), logo: logo === null ? '' : 'png' },
  });
  const document = result.result;
  const error = result.takeError();
  if (error !== null) {
    const messages = compiler.fetchDiagnostics(error).map(({ message }) => message);
    throw new Error(`${template}: ${messages.join('; ')}`);
  }
  return document!;
}

/** A document whose logo can't be shown is issued without it, because sending the invoice can't wait for another logo. */
function withOrWithoutLogo(compiler: NodeCompiler, rendering: Rendering) {
  const { logo } = rendering;
  if (logo === null) return { document: compile(compiler, rendering, null), problem: null };
  try {
    return { document: compile(compiler, rendering, logo), problem: null };
  } catch (error) {
    return {
      document: compile(compiler, rendering, null),
      problem: `without its logo: ${(error as Error).message}`,
    };
  }
}

/** The parts of a document, by their names in its view, with characters that our fonts lack. */
const partsWithoutGlyph = (view: Rendering['view']): string[] =>
  Object.entries(view).flatMap(([part, texts]) =>
    withoutGlyph(JSON.stringify(texts)).length > 0 ? [partNames[part] ?? part] : [],
  );

/** How a problem begins by which a PDF is not PDF/A. */
export const notPdfA = 'not PDF/A';

/** The parts of a view whose names say little to people. */
const partNames: Record<string, string> = {
  from: 'sender',
  to: 'recipient',
  facts: 'details',
  rows: 'lines',
};

/** A PDF, and why it is less than it should be. */
interface Rendered {
  bytes: Uint8Array;
  problem: string | null;
}

/**
 * Renders a document as PDF/A-3a, tagged. The same input gives the same bytes. Throws an error if the template is wrong.
 */
export function compilePdf(rendering: Rendering): Rendered {
  const compiler = compilerFor(rendering.view);
  const creationTimestamp = Math.floor(rendering.issuedAt.getTime() / 1000);
  const { document, problem } = withOrWithoutLogo(compiler, rendering);
  try {
    return { bytes: compiler.pdf(document, { pdfStandard: PdfStandard.A_3a, creationTimestamp }), problem };
  } catch (error) {
    // PDF/A asks for a glyph for each character. A plain PDF shows a box for a character that no font has.
    const { message } = error as Error;
    // The message quotes the text, which belongs in no log.
    const reason = message.includes('could not be displayed')
      ? `no font has some characters of its ${partsWithoutGlyph(rendering.view).join(', ')}`
      : message;
    return { bytes: compiler.pdf(document, { creationTimestamp }), problem: `${notPdfA}: ${reason}` };
  } finally {
    compiler.evictCache(keptFor);
  }
}

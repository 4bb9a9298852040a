import sharp from 'sharp';
import { maxLogoBytes, maxSide } from './limits.ts';

/** A logo as documents show it, or the rule that the image breaks. */
export type Converted = { png: Uint8Array } | { rule: string };

/** The largest logo, in pixels. It is shown at most 50 mm wide and 16 mm high (templates/parts.typ), which are 600 dots an inch. */
const [maxWidth, maxHeight] = [1_200, 400];
/** SVG images are drawn at this many dots an inch, unless another number makes them as large as they are shown. */
const usualDensity = 72;
const maxDensity = 10_000;
/** How much smaller each try is for a logo whose PNG has too many bytes. */
const shrinking = 0.7;

sharp.cache(false);
sharp.concurrency(1);

const options = { limitInputPixels: maxSide ** 2, failOn: 'error', autoOrient: true } as const;
const rules: Record<string, string> = {
  png: 'must be a complete image: this file is damaged',
  jpeg: 'must be a complete image: this file is damaged',
  svg: 'must be an SVG image that can be drawn',
};
const tooLarge = { rule: `must be at most ${maxSide} pixels wide and ${maxSide} pixels high` };

/**
 * Converts a PNG, JPEG or SVG image to a PNG in sRGB, upright, of bounded size, with nothing in it but its pixels. Files
 * and addresses that an SVG image names are not read. Only the process that converts logos calls this: an image can take
 * minutes, and nothing interrupts it.
 */
export async function toPng(bytes: Uint8Array): Promise<Converted> {
  const { format, width, height } = await sharp(bytes, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }));
  const rule = rules[format ?? ''];
  if (rule === undefined)
    return { rule: looksLikeSvg(bytes) ? rules.svg! : 'must be a PNG, JPEG or SVG image' };
  if (width > maxSide || height > maxSide) return tooLarge;
  const isSvg = format === 'svg';
  const density = usualDensity * Math.min(maxWidth / width, maxHeight / height);
  const image = sharp(bytes, {
    ...options,
    ...(isSvg && { density: Math.min(density, maxDensity) }),
  }).toColourspace('srgb');
  try {
    for (let size = 1; ; size *= shrinking) {
      const png = await image
        .clone()
        .resize({
          width: Math.max(1, Math.floor(maxWidth * size)),
          height: Math.max(1, Math.floor(maxHeight * size)),
          fit: 'inside',
          withoutEnlargement: true,
        })
        .png({ compressionLevel: 9 })
        .toBuffer();
      if (png.length <= maxLogoBytes) return { png };
    }
  } catch {
    return { rule };
  }
}

const looksLikeSvg = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes('<svg');

import { convertLogo } from './convertLogo.ts';

/** A logo of a workspace (corkboard.workspace_logos). */
export interface StoredLogo {
  workspaceId: string;
  sha256: Buffer;
  bytes: Buffer;
  /** Whether it is a PNG of ours; otherwise an image as it was uploaded to an earlier version. */
  isConverted: boolean;
}

/** Stores the PNG that was made of a logo in its place. */
export type KeepLogo = (logo: StoredLogo, png: Uint8Array) => Promise<void>;

/** The PNG of a logo, and why there is none. */
export async function pngOf(
  logo: StoredLogo | null,
  keep: KeepLogo,
): Promise<{ png: Uint8Array | null; problem: string | null }> {
  if (logo === null || logo.isConverted) return { png: logo?.bytes ?? null, problem: null };
  const converted = await convertLogo(logo.workspaceId, logo.bytes);
  if ('rule' in converted) return { png: null, problem: `Its PDF has no logo: the image ${converted.rule}.` };
  await keep(logo, converted.png);
  return { png: converted.png, problem: null };
}

import { open } from 'node:fs/promises';
import { z } from 'zod';
import { convertLogo } from '../documents/logo/convertLogo.ts';
import { maxLogoBytes } from '../documents/logo/limits.ts';
import { invalid } from '../errors/failure.ts';
import { action, field } from './define.ts';
import { workspaceRecord } from './workspace.ts';

/** The most characters of the file in a form, in base64, with room for one that is a little too large. */
const maxLength = Math.ceil(maxLogoBytes / 3) * 4 + 1_000;

export const setLogo = action({
  name: 'workspace.set-logo',
  summary: 'Set the logo on documents that are issued from now on',
  button: 'Upload logo',
  role: 'owner',
  input: z.strictObject({
    logo: field(
      z.string().min(1, { error: 'is required' }).max(maxLength, { error: 'must be at most 200 KB' }),
      'a PNG, JPEG or SVG file of at most 200 KB',
      '<file>',
    ),
  }),
  // A form sends the file itself, in base64; the operator's command names it.
  prepare: async ({ logo }, { requester, workspaceId, id }) => {
    const bytes = requester ? Buffer.from(logo, 'base64') : await readStart(logo);
    const converted = await convertLogo(workspaceId || id, bytes);
    if ('rule' in converted) throw invalid('logo', converted.rule);
    return { png: Buffer.from(converted.png).toString('base64') };
  },
  slow: true,
  sqlCall: `change_logo(p_workspace => begun.workspace_id, p_png => decode(:png, 'base64'))`,
  answer: `${workspaceRecord} as workspace`,
  auditEntries: { 'workspace.logo_changed': 'changed the logo' },
});

/** As much of a file as tells whether it is a logo. Throws validation if there is no such file. */
async function readStart(path: string): Promise<Buffer> {
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxLogoBytes + 1));
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    throw invalid('logo', `can’t be read: ${(error as Error).message}`);
  }
}

export const removeLogo = action({
  name: 'workspace.remove-logo',
  summary: 'Remove the logo from documents that are issued from now on',
  button: 'Remove logo',
  role: 'owner',
  sqlFunction: 'remove_logo',
  answer: `${workspaceRecord} as workspace`,
  auditEntries: { 'workspace.logo_removed': 'removed the logo' },
});

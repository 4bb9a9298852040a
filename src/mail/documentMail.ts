import type { Language } from '../vocabulary/documents.ts';
import { numberInPath } from '../vocabulary/documents.ts';
import { senderInMail } from './nameInMail.ts';
import type { Mail } from './send.ts';

/** An email with a document, as the job sends it (sql/functions/document_mails/prepare_mail_attempt.sql). */
export interface PreparedMail {
  recipient: string;
  cc: string[];
  /** Those of both that still have to get it. */
  recipients: string[];
  /** How often it was tried. */
  attempts: number;
  subject: string;
  /** With `{link}` where the share link goes. */
  text: string;
  /** The workspace's name. */
  senderName: string;
  /** What the member who sent it is called; null: not said. */
  memberName: string | null;
  /** The language of the document. */
  language: Language;
  /** The member who sent it, otherwise the owner. */
  replyTo: string;
  /** The path of the share link. */
  link: string;
  /** The name of the files without its ending, and of each its format, media type and bytes. */
  fileName: string;
  formats: string[];
  mediaTypes: string[];
  files: Buffer[];
}

/** The placeholder of the share link in a text. */
export const linkPlaceholder = '{link}';

/** A text with the share link, which is at its end if it has no placeholder. */
export const withShareLink = (text: string, link: string): string =>
  (text.includes(linkPlaceholder) ? text : `${text}\n\n${linkPlaceholder}`).replaceAll(
    linkPlaceholder,
    () => link,
  );

/** The email with a document. Every attempt of its job sends the same Message-ID. `url`: the console's address. */
export function documentMail(mail: PreparedMail, id: string, url: string): Mail {
  const { recipient, cc, recipients, subject, text, senderName, replyTo, link } = mail;
  const { fileName, formats, mediaTypes, files } = mail;
  return {
    id: `document-${id}`,
    to: recipient,
    cc,
    recipients,
    isWritten: true,
    senderName: senderInMail(senderName),
    replyTo,
    subject,
    text: withShareLink(text, url + link),
    attachments: files.map((content, at) => ({
      filename: `${numberInPath(fileName)}.${formats[at]!}`,
      contentType: mediaTypes[at]!,
      content,
    })),
  };
}

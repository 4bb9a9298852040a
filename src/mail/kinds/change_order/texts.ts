import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Change order for {project}: {title}',
    text: 'Hello {client},\n\nYou can read and approve the change order “{title}” for {project} ({amount}) here:\n{link}\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Nachtrag zu {project}: {title}',
    text: 'Guten Tag {client},\n\nden Nachtrag „{title}“ zu {project} ({amount}) können Sie hier lesen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Avenant pour {project} : {title}',
    text: 'Bonjour {client},\n\nVous pouvez lire et approuver l’avenant « {title} » pour {project} ({amount}) à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Meerwerkopdracht voor {project}: {title}',
    text: 'Beste {client},\n\nHier kunt u de meerwerkopdracht ‘{title}’ voor {project} ({amount}) lezen en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Orden de cambio de {project}: {title}',
    text: 'Hola, {client}:\n\nPuede leer y aprobar la orden de cambio «{title}» de {project} ({amount}) aquí:\n{link}\n\nUn cordial saludo,\n{workspace}',
  },
};

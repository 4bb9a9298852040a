import type { MailTexts } from '../../mailKind.ts';

export const texts: MailTexts = {
  en: {
    subject: 'Scope of work for {project}',
    text: 'Hello {client},\n\nYou can review and approve the scope of work for {project} here:\n{link}\n\nKind regards,\n{workspace}',
  },
  de: {
    subject: 'Leistungsumfang für {project}',
    text: 'Guten Tag {client},\n\nden Leistungsumfang für {project} können Sie hier prüfen und freigeben:\n{link}\n\nMit freundlichen Grüßen\n{workspace}',
  },
  fr: {
    subject: 'Périmètre du projet {project}',
    text: 'Bonjour {client},\n\nVous pouvez consulter et approuver le périmètre du projet {project} à cette adresse :\n{link}\n\nCordialement,\n{workspace}',
  },
  nl: {
    subject: 'Projectomschrijving van {project}',
    text: 'Beste {client},\n\nHier kunt u de projectomschrijving van {project} bekijken en goedkeuren:\n{link}\n\nMet vriendelijke groet,\n{workspace}',
  },
  es: {
    subject: 'Alcance del proyecto {project}',
    text: 'Hola, {client}:\n\nPuede revisar y aprobar el alcance del proyecto {project} aquí:\n{link}\n\nUn cordial saludo,\n{workspace}',
  },
};

import { type Command, Help, type HelpConfiguration } from 'commander';

/** Terms up to this wide have their description beside them, longer ones below. */
const termWidth = 26;

const plain = new Help();

/** How --help looks: at every level each verb in full, with what it takes. */
export const help: HelpConfiguration = {
  showGlobalOptions: true,
  visibleCommands: command =>
    command.commands.flatMap(sub => (sub.commands.length > 0 ? sub.commands : [sub])),
  subcommandTerm: verb => `${verb.parent!.name()} ${verb.name()} ${takes(verb)}`.trim(),
  padWidth: () => termWidth,
  formatItem: (term, width, description) =>
    term.length <= width
      ? plain.formatItem(term, width, description, plain)
      : `  ${term}\n${plain.formatItem('', width, description, plain)}`,
};

function takes(verb: Command): string {
  const given = verb.registeredArguments.map(argument => `<${argument.name()}>`);
  const options = verb.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [...given, ...options].join(' ');
}

import { type Command, Help, type HelpConfiguration } from 'commander';

/** Terms of up to this many characters have their description beside them, longer ones below. */
const termWidth = 26;

const plain = new Help();

/** The form of --help: at every level each verb in full, with its arguments and options. */
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
  const given = verb.registeredArguments.map(argument =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  const options = verb.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [...given, ...options].join(' ');
}

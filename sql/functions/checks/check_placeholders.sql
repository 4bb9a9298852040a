-- src/documents/mailTexts.ts fills in the placeholders, and has the same rule.
create or replace function corkboard.check_placeholders(p_field text, p_text text, p_known text[]) returns void
language plpgsql strict
as $$
begin
  if exists (select 1 from regexp_matches(p_text, '\{([A-Za-z0-9_]+)\}', 'g') m where m[1] <> all (p_known)) then
    perform corkboard.reject_field(p_field, 'must have no placeholders but {' || array_to_string(p_known, '}, {') || '}');
  end if;
end
$$;
comment on function corkboard.check_placeholders(text, text, text[]) is
  'Rejects with validation a text with a word in braces that is none of these.';

-- Longer names would not fit on a line of a document. src/actions/fields.ts has the same rule.
create or replace function corkboard.check_member_name(p_field text, p_name text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_text(p_field, p_name, 100);
  perform corkboard.check_typed_name(p_field, p_name);
end
$$;
comment on function corkboard.check_member_name(text, text) is
  'Rejects with validation a name of a member that is blank, longer than 100 characters, with invisible characters, or without a letter or digit.';

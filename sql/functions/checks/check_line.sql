-- Texts that stand on one line of a document or an email. src/actions/fields.ts has the same rule.
create or replace function corkboard.check_line(p_field text, p_text text, p_most integer) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_text(p_field, p_text, p_most);
  if p_text ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]' collate "C" then
    perform corkboard.reject_field(p_field, 'must be one line, without control characters');
  end if;
end
$$;
comment on function corkboard.check_line(text, text, integer) is
  'Rejects with validation a text that is blank, longer than p_most characters, or not one line.';

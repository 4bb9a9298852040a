create or replace function corkboard.check_form(p_field text, p_text text, p_most integer, p_form text, p_must text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_text(p_field, p_text, p_most);
  if p_text !~ p_form collate "C" then
    perform corkboard.reject_field(p_field, p_must);
  end if;
end
$$;
comment on function corkboard.check_form(text, text, integer, text, text) is
  'Rejects with validation a text that is blank, longer than p_most characters, or does not match p_form. p_must completes the sentence that the field''s name begins.';

-- The message starts with the field's name, and the error's column field contains it for programs.
create or replace function corkboard.reject_field(p_field text, p_must text) returns void
language plpgsql
as $$
begin
  raise exception using errcode = 'ZC001', message = format('%s %s.', p_field, p_must), detail = 'validation', column = p_field;
end
$$;
comment on function corkboard.reject_field(text, text) is
  'Rejects a field with validation. p_must completes the sentence that the field''s name begins.';

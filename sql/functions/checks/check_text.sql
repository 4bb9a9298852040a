create or replace function corkboard.check_text(p_field text, p_text text, p_most integer) returns void
language plpgsql strict
as $$
begin
  if corkboard.is_blank(p_text) then
    perform corkboard.reject_field(p_field, 'must not be blank');
  end if;
  if char_length(p_text) > p_most then
    perform corkboard.reject_field(p_field, format('must be at most %s characters long', p_most));
  end if;
end
$$;
comment on function corkboard.check_text(text, text, integer) is
  'Rejects with validation a text that is blank or longer than p_most characters.';

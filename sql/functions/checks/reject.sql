-- The only way in which a function rejects a call. Raising an error undoes the whole transaction, so a rejected write
-- stores nothing.
create or replace function corkboard.reject(p_code text, p_message text, p_details jsonb default '{}') returns void
language plpgsql
as $$
begin
  raise exception using errcode = 'ZC001', message = p_message, detail = jsonb_build_object('code', p_code) || p_details;
end
$$;
comment on function corkboard.reject(text, text, jsonb) is
  'Raises ZC001. The message is for the reader. The detail is JSON for programs: code, the specification''s error code, and p_details.';

-- The only way in which a function rejects a call. Raising an error undoes the whole transaction, so a rejected write
-- stores nothing.
create or replace function corkboard.reject(code text, message text) returns void
language plpgsql
as $$
begin
  raise exception using errcode = 'ZC001', message = message, detail = code;
end
$$;
comment on function corkboard.reject(text, text) is
  'Raises ZC001. The message is for the reader; the detail is the specification''s error code.';

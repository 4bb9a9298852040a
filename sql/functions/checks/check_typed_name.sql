-- src/vocabulary/typedName.ts explains what is rejected and why.
create or replace function corkboard.check_typed_name(p_field text, p_name text) returns void
language plpgsql strict
as $$
begin
  perform corkboard.check_text(p_field, p_name, 500);
  if p_name ~ '[\u0001-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff]|(?<![\u0590-\u1cff\ua800-\uabff\U00010800-\U00011fff\U0001e900-\U0001e95f])[\u200b-\u200d]' collate "C" then
    perform corkboard.reject_field(p_field, 'must not contain control characters or invisible formatting characters');
  end if;
  if p_name !~ '[[:alnum:]]' collate "und-x-icu" then
    perform corkboard.reject_field(p_field, 'must contain a letter or a digit');
  end if;
end
$$;
comment on function corkboard.check_typed_name(text, text) is
  'Rejects with validation a name that can''t approve or sign: blank, longer than 500 characters, with invisible characters, or without a letter or digit.';

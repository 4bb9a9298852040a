-- The new ones take arrays.
drop function if exists corkboard.claim_attempts(json), corkboard.record_attempts(json);

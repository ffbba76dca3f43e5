import type { PageLanguage } from "./page-language.ts";
import { englishTexts, type PageKind, type PageText, type PageTexts, textOf } from "./page-texts-english.ts";

/** The texts of the page in each of its languages. */
const pageTexts: Readonly<Record<PageLanguage, PageTexts>> = {
  "en-US": englishTexts,
  "en-GB": englishTexts,
  id: {
    signedIn: "Kamu sudah masuk",
    returnTo: "Kembali ke {game}",
    returned: ["Kembali ke game", "Game akan melanjutkan dari sini. Kamu bisa menutup tab ini."],
    declined: ["Proses masuk dibatalkan", "Tidak ada yang dibagikan. Kamu bisa masuk lewat game kapan saja."],
    failed: ["Tidak berhasil", "Proses masuk tidak dapat diselesaikan. Kembali ke game dan coba lagi."],
    stale: [
      "Tautan ini sudah usang",
      "Tautan ini milik proses masuk sebelumnya. Gunakan tab terbaru, atau mulai lagi dari game.",
    ],
  },
  da: {
    signedIn: "Du er logget ind",
    returnTo: "Vend tilbage til {game}",
    returned: ["Vend tilbage til spillet", "Spillet fortsætter herfra. Du kan lukke denne fane."],
    declined: ["Login annulleret", "Intet blev delt. Du kan logge ind fra spillet, når du vil."],
    failed: ["Det virkede ikke", "Login kunne ikke gennemføres. Vend tilbage til spillet, og prøv igen."],
    stale: [
      "Linket er forældet",
      "Det hører til et tidligere login. Brug den nyeste fane, eller start forfra i spillet.",
    ],
  },
  de: {
    signedIn: "Du bist angemeldet",
    returnTo: "Zurück zu {game}",
    returned: ["Zurück zum Spiel", "Im Spiel geht es weiter. Du kannst diesen Tab schließen."],
    declined: [
      "Anmeldung abgebrochen",
      "Es wurde nichts geteilt. Du kannst dich jederzeit im Spiel anmelden.",
    ],
    failed: [
      "Das hat nicht geklappt",
      "Die Anmeldung konnte nicht abgeschlossen werden. Geh zurück zum Spiel und versuche es noch einmal.",
    ],
    stale: [
      "Dieser Link ist veraltet",
      "Er gehört zu einer früheren Anmeldung. Nimm den neuesten Tab oder beginne im Spiel noch einmal.",
    ],
  },
  "es-ES": {
    signedIn: "Has iniciado sesión",
    returnTo: "Vuelve a {game}",
    returned: ["Vuelve al juego", "El juego sigue a partir de aquí. Puedes cerrar esta pestaña."],
    declined: [
      "Inicio de sesión cancelado",
      "No se ha compartido nada. Puedes iniciar sesión desde el juego cuando quieras.",
    ],
    failed: [
      "No ha funcionado",
      "No se ha podido completar el inicio de sesión. Vuelve al juego e inténtalo de nuevo.",
    ],
    stale: [
      "Este enlace es antiguo",
      "Pertenece a un inicio de sesión anterior. Usa la pestaña más reciente o empieza de nuevo en el juego.",
    ],
  },
  "es-419": {
    signedIn: "Iniciaste sesión",
    returnTo: "Regresa a {game}",
    returned: ["Regresa al juego", "El juego continúa a partir de aquí. Puedes cerrar esta pestaña."],
    declined: [
      "Inicio de sesión cancelado",
      "No se compartió nada. Puedes iniciar sesión desde el juego cuando quieras.",
    ],
    failed: [
      "No funcionó",
      "No se pudo completar el inicio de sesión. Regresa al juego e inténtalo de nuevo.",
    ],
    stale: [
      "Este enlace es antiguo",
      "Pertenece a un inicio de sesión anterior. Usa la pestaña más reciente o empieza de nuevo en el juego.",
    ],
  },
  fr: {
    signedIn: "Tu es connecté",
    returnTo: "Retour à {game}",
    returned: ["Retour au jeu", "Le jeu prend le relais. Tu peux fermer cet onglet."],
    declined: [
      "Connexion annulée",
      "Rien n’a été partagé. Tu peux te connecter depuis le jeu quand tu veux.",
    ],
    failed: ["Ça n’a pas marché", "La connexion n’a pas pu aboutir. Retourne dans le jeu et réessaie."],
    stale: [
      "Ce lien est périmé",
      "Il correspond à une connexion précédente. Utilise l’onglet le plus récent ou recommence dans le jeu.",
    ],
  },
  hr: {
    signedIn: "Prijava je uspjela",
    returnTo: "Vrati se u {game}",
    returned: ["Vrati se u igru", "Igra nastavlja odavde. Možeš zatvoriti ovu karticu."],
    declined: ["Prijava je otkazana", "Ništa nije podijeljeno. Možeš se prijaviti iz igre kad god želiš."],
    failed: ["Nije uspjelo", "Prijavu nije bilo moguće dovršiti. Vrati se u igru i pokušaj ponovno."],
    stale: [
      "Ova je poveznica stara",
      "Pripada ranijoj prijavi. Upotrijebi najnoviju karticu ili počni ispočetka u igri.",
    ],
  },
  it: {
    signedIn: "Accesso effettuato",
    returnTo: "Torna a {game}",
    returned: ["Torna al gioco", "Il gioco prosegue da qui. Puoi chiudere questa scheda."],
    declined: ["Accesso annullato", "Non è stato condiviso nulla. Puoi accedere dal gioco quando vuoi."],
    failed: ["Non ha funzionato", "Non è stato possibile completare l’accesso. Torna al gioco e riprova."],
    stale: [
      "Questo link è vecchio",
      "Appartiene a un accesso precedente. Usa la scheda più recente o ricomincia dal gioco.",
    ],
  },
  lt: {
    signedIn: "Prisijungta",
    returnTo: "Grįžk į {game}",
    returned: ["Grįžk į žaidimą", "Toliau viskas vyks žaidime. Šį skirtuką gali uždaryti."],
    declined: [
      "Prisijungimas atšauktas",
      "Jokie duomenys nebuvo perduoti. Prisijungti iš žaidimo gali bet kada.",
    ],
    failed: ["Nepavyko", "Prisijungimo užbaigti nepavyko. Grįžk į žaidimą ir bandyk dar kartą."],
    stale: [
      "Ši nuoroda pasenusi",
      "Ji priklauso ankstesniam prisijungimui. Naudok naujausią skirtuką arba pradėk iš naujo žaidime.",
    ],
  },
  hu: {
    signedIn: "Bejelentkeztél",
    returnTo: "Térj vissza ide: {game}",
    returned: ["Térj vissza a játékhoz", "A játék innen folytatódik. Ezt a lapot bezárhatod."],
    declined: [
      "Bejelentkezés megszakítva",
      "Semmit sem osztottunk meg. A játékból bármikor bejelentkezhetsz.",
    ],
    failed: [
      "Ez nem sikerült",
      "A bejelentkezést nem sikerült befejezni. Térj vissza a játékhoz, és próbáld újra.",
    ],
    stale: [
      "Ez a hivatkozás elavult",
      "Egy korábbi bejelentkezéshez tartozik. Használd a legújabb lapot, vagy kezdd újra a játékban.",
    ],
  },
  nl: {
    signedIn: "Je bent ingelogd",
    returnTo: "Ga terug naar {game}",
    returned: ["Ga terug naar het spel", "Het spel gaat vanaf hier verder. Je kunt dit tabblad sluiten."],
    declined: [
      "Aanmelding geannuleerd",
      "Er is niets gedeeld. Je kunt je vanuit het spel aanmelden wanneer je wilt.",
    ],
    failed: [
      "Dat is niet gelukt",
      "Het aanmelden kon niet worden voltooid. Ga terug naar het spel en probeer het opnieuw.",
    ],
    stale: [
      "Deze link is verouderd",
      "Hij hoort bij een eerdere aanmelding. Gebruik het nieuwste tabblad of begin opnieuw in het spel.",
    ],
  },
  no: {
    signedIn: "Du er logget inn",
    returnTo: "Gå tilbake til {game}",
    returned: ["Gå tilbake til spillet", "Spillet fortsetter herfra. Du kan lukke denne fanen."],
    declined: ["Innlogging avbrutt", "Ingenting ble delt. Du kan logge inn fra spillet når du vil."],
    failed: ["Det virket ikke", "Innloggingen kunne ikke fullføres. Gå tilbake til spillet og prøv igjen."],
    stale: [
      "Denne lenken er gammel",
      "Den hører til en tidligere innlogging. Bruk den nyeste fanen, eller start på nytt i spillet.",
    ],
  },
  pl: {
    signedIn: "Zalogowano",
    returnTo: "Wróć do {game}",
    returned: ["Wróć do gry", "Dalszy ciąg w grze. Możesz zamknąć tę kartę."],
    declined: [
      "Logowanie anulowane",
      "Nic nie zostało udostępnione. Możesz zalogować się z gry, kiedy zechcesz.",
    ],
    failed: ["Coś poszło nie tak", "Nie udało się dokończyć logowania. Wróć do gry i spróbuj ponownie."],
    stale: [
      "Ten link jest nieaktualny",
      "Należy do wcześniejszego logowania. Użyj najnowszej karty albo zacznij od nowa w grze.",
    ],
  },
  "pt-BR": {
    signedIn: "Você entrou",
    returnTo: "Volte a {game}",
    returned: ["Volte ao jogo", "O jogo continua a partir daqui. Você pode fechar esta aba."],
    declined: ["Login cancelado", "Nada foi compartilhado. Você pode entrar pelo jogo quando quiser."],
    failed: ["Não deu certo", "Não foi possível concluir o login. Volte ao jogo e tente de novo."],
    stale: [
      "Este link é antigo",
      "Ele pertence a um login anterior. Use a aba mais recente ou comece de novo no jogo.",
    ],
  },
  ro: {
    signedIn: "Te-ai conectat",
    returnTo: "Revino la {game}",
    returned: ["Revino la joc", "Jocul continuă de aici. Poți închide această filă."],
    declined: ["Conectare anulată", "Nu s-a distribuit nimic. Te poți conecta din joc oricând dorești."],
    failed: ["Nu a funcționat", "Conectarea nu a putut fi finalizată. Revino la joc și încearcă din nou."],
    stale: [
      "Acest link este vechi",
      "Aparține unei conectări anterioare. Folosește cea mai nouă filă sau ia-o de la capăt în joc.",
    ],
  },
  fi: {
    signedIn: "Olet kirjautunut sisään",
    returnTo: "Palaa peliin {game}",
    returned: ["Palaa peliin", "Peli jatkuu tästä. Voit sulkea tämän välilehden."],
    declined: ["Kirjautuminen peruttu", "Mitään ei jaettu. Voit kirjautua pelistä milloin haluat."],
    failed: ["Se ei onnistunut", "Kirjautumista ei voitu viedä loppuun. Palaa peliin ja yritä uudelleen."],
    stale: [
      "Tämä linkki on vanhentunut",
      "Se kuuluu aiempaan kirjautumiseen. Käytä uusinta välilehteä tai aloita pelissä alusta.",
    ],
  },
  "sv-SE": {
    signedIn: "Du är inloggad",
    returnTo: "Gå tillbaka till {game}",
    returned: ["Gå tillbaka till spelet", "Spelet fortsätter härifrån. Du kan stänga den här fliken."],
    declined: ["Inloggningen avbröts", "Ingenting delades. Du kan logga in från spelet när du vill."],
    failed: [
      "Det fungerade inte",
      "Inloggningen kunde inte slutföras. Gå tillbaka till spelet och försök igen.",
    ],
    stale: [
      "Länken är gammal",
      "Den hör till en tidigare inloggning. Använd den nyaste fliken eller börja om i spelet.",
    ],
  },
  vi: {
    signedIn: "Bạn đã đăng nhập",
    returnTo: "Quay lại {game}",
    returned: ["Quay lại trò chơi", "Trò chơi sẽ tiếp tục từ đây. Bạn có thể đóng thẻ này."],
    declined: [
      "Đã hủy đăng nhập",
      "Không có gì được chia sẻ. Bạn có thể đăng nhập từ trò chơi bất cứ lúc nào.",
    ],
    failed: ["Không thành công", "Không thể hoàn tất đăng nhập. Hãy quay lại trò chơi và thử lại."],
    stale: [
      "Liên kết này đã cũ",
      "Liên kết thuộc về một lần đăng nhập trước. Hãy dùng thẻ mới nhất hoặc bắt đầu lại trong trò chơi.",
    ],
  },
  tr: {
    signedIn: "Oturum açıldı",
    returnTo: "Oyuna dön: {game}",
    returned: ["Oyuna dön", "Oyun buradan devam ediyor. Bu sekmeyi kapatabilirsin."],
    declined: ["Giriş iptal edildi", "Hiçbir şey paylaşılmadı. İstediğin zaman oyundan giriş yapabilirsin."],
    failed: ["Olmadı", "Giriş tamamlanamadı. Oyuna dön ve yeniden dene."],
    stale: ["Bu bağlantı eski", "Önceki bir girişe ait. En yeni sekmeyi kullan ya da oyunda yeniden başla."],
  },
  cs: {
    signedIn: "Přihlášení proběhlo",
    returnTo: "Vrať se do hry {game}",
    returned: ["Vrať se do hry", "Hra odtud pokračuje. Tuto kartu můžeš zavřít."],
    declined: ["Přihlášení zrušeno", "Nic nebylo sdíleno. Ze hry se můžeš přihlásit, kdykoli budeš chtít."],
    failed: ["Nepovedlo se to", "Přihlášení se nepodařilo dokončit. Vrať se do hry a zkus to znovu."],
    stale: [
      "Tento odkaz je starý",
      "Patří k dřívějšímu přihlášení. Použij nejnovější kartu, nebo začni ve hře znovu.",
    ],
  },
  el: {
    signedIn: "Συνδέθηκες",
    returnTo: "Επιστροφή στο {game}",
    returned: [
      "Επιστροφή στο παιχνίδι",
      "Το παιχνίδι συνεχίζει από εδώ. Μπορείς να κλείσεις αυτή την καρτέλα.",
    ],
    declined: [
      "Η σύνδεση ακυρώθηκε",
      "Δεν κοινοποιήθηκε τίποτα. Μπορείς να συνδεθείς από το παιχνίδι όποτε θέλεις.",
    ],
    failed: ["Κάτι δεν πήγε καλά", "Η σύνδεση δεν ολοκληρώθηκε. Γύρισε στο παιχνίδι και δοκίμασε ξανά."],
    stale: [
      "Αυτός ο σύνδεσμος είναι παλιός",
      "Ανήκει σε προηγούμενη σύνδεση. Χρησιμοποίησε την πιο πρόσφατη καρτέλα ή ξεκίνα πάλι από το παιχνίδι.",
    ],
  },
  bg: {
    signedIn: "Влизането е успешно",
    returnTo: "Върни се в {game}",
    returned: ["Върни се в играта", "Играта продължава оттук. Можеш да затвориш този раздел."],
    declined: ["Влизането е отменено", "Нищо не беше споделено. Можеш да влезеш от играта, когато пожелаеш."],
    failed: ["Не се получи", "Влизането не можа да завърши. Върни се в играта и опитай отново."],
    stale: [
      "Тази връзка е стара",
      "Тя е от предишно влизане. Използвай най-новия раздел или започни отново от играта.",
    ],
  },
  ru: {
    signedIn: "Вход выполнен",
    returnTo: "Вернитесь в {game}",
    returned: ["Вернитесь в игру", "Дальше всё произойдёт в игре. Эту вкладку можно закрыть."],
    declined: ["Вход отменён", "Ничего не было передано. Войти из игры можно в любое время."],
    failed: ["Не получилось", "Не удалось завершить вход. Вернитесь в игру и попробуйте ещё раз."],
    stale: [
      "Эта ссылка устарела",
      "Она относится к прошлой попытке входа. Откройте самую новую вкладку или начните заново в игре.",
    ],
  },
  uk: {
    signedIn: "Вхід виконано",
    returnTo: "Поверніться до {game}",
    returned: ["Поверніться до гри", "Далі все відбудеться у грі. Цю вкладку можна закрити."],
    declined: ["Вхід скасовано", "Нічого не було передано. Увійти з гри можна будь-коли."],
    failed: ["Щось пішло не так", "Не вдалося завершити вхід. Поверніться до гри й спробуйте ще раз."],
    stale: [
      "Це посилання застаріло",
      "Воно належить до попередньої спроби входу. Відкрийте найновішу вкладку або почніть знову у грі.",
    ],
  },
  hi: {
    signedIn: "आप साइन इन हो गए हैं",
    returnTo: "{game} पर वापस जाएँ",
    returned: ["गेम पर वापस जाएँ", "आगे का काम गेम में होगा। आप यह टैब बंद कर सकते हैं।"],
    declined: ["साइन इन रद्द किया गया", "कुछ भी साझा नहीं किया गया। आप जब चाहें गेम से साइन इन कर सकते हैं।"],
    failed: ["कुछ गड़बड़ हो गई", "साइन इन पूरा नहीं हो सका। गेम पर वापस जाएँ और फिर से कोशिश करें।"],
    stale: ["यह लिंक पुराना है", "यह पहले के किसी साइन इन का है। सबसे नया टैब इस्तेमाल करें या गेम में फिर से शुरू करें।"],
  },
  th: {
    signedIn: "ลงชื่อเข้าใช้แล้ว",
    returnTo: "กลับไปที่ {game}",
    returned: ["กลับไปที่เกม", "เกมจะดำเนินการต่อจากตรงนี้ คุณปิดแท็บนี้ได้เลย"],
    declined: ["ยกเลิกการลงชื่อเข้าใช้แล้ว", "ไม่มีการแชร์ข้อมูลใด ๆ คุณลงชื่อเข้าใช้จากเกมได้ทุกเมื่อ"],
    failed: ["ไม่สำเร็จ", "ลงชื่อเข้าใช้ไม่สำเร็จ โปรดกลับไปที่เกมแล้วลองอีกครั้ง"],
    stale: ["ลิงก์นี้เก่าแล้ว", "ลิงก์นี้เป็นของการลงชื่อเข้าใช้ครั้งก่อน โปรดใช้แท็บล่าสุด หรือเริ่มใหม่ในเกม"],
  },
  "zh-CN": {
    signedIn: "登录成功",
    returnTo: "请返回 {game}",
    returned: ["请返回游戏", "接下来由游戏继续，你可以关闭此标签页。"],
    declined: ["登录已取消", "没有分享任何信息。你随时可以在游戏中登录。"],
    failed: ["没有成功", "登录未能完成。请返回游戏重试。"],
    stale: ["此链接已失效", "它属于之前的登录。请使用最新的标签页，或在游戏中重新开始。"],
  },
  ja: {
    signedIn: "サインインしました",
    returnTo: "{game} に戻ってください",
    returned: ["ゲームに戻ってください", "この先はゲームで続きます。このタブは閉じてかまいません。"],
    declined: [
      "サインインをキャンセルしました",
      "何も共有されていません。いつでもゲームからサインインできます。",
    ],
    failed: [
      "うまくいきませんでした",
      "サインインを完了できませんでした。ゲームに戻って、もう一度お試しください。",
    ],
    stale: [
      "このリンクは古くなっています",
      "以前のサインインのものです。最新のタブを使うか、ゲームでもう一度やり直してください。",
    ],
  },
  "zh-TW": {
    signedIn: "登入成功",
    returnTo: "請返回 {game}",
    returned: ["請返回遊戲", "接下來由遊戲繼續，你可以關閉此分頁。"],
    declined: ["登入已取消", "沒有分享任何資訊。你隨時可以在遊戲中登入。"],
    failed: ["沒有成功", "登入未能完成。請返回遊戲再試一次。"],
    stale: ["此連結已失效", "它屬於先前的登入。請使用最新的分頁，或在遊戲中重新開始。"],
  },
  ko: {
    signedIn: "로그인되었습니다",
    returnTo: "{game}(으)로 돌아가세요",
    returned: ["게임으로 돌아가세요", "이제 게임에서 계속됩니다. 이 탭은 닫아도 됩니다."],
    declined: [
      "로그인이 취소되었습니다",
      "아무것도 공유되지 않았습니다. 언제든지 게임에서 로그인할 수 있습니다.",
    ],
    failed: ["완료하지 못했습니다", "로그인을 완료할 수 없었습니다. 게임으로 돌아가 다시 시도하세요."],
    stale: [
      "오래된 링크입니다",
      "이전 로그인의 링크입니다. 가장 최근 탭을 사용하거나 게임에서 다시 시작하세요.",
    ],
  },
  ar: {
    signedIn: "تم تسجيل الدخول",
    returnTo: "عُد إلى {game}",
    returned: ["عُد إلى اللعبة", "ستكمل اللعبة من هنا. يمكنك إغلاق علامة التبويب هذه."],
    declined: ["أُلغي تسجيل الدخول", "لم تتم مشاركة أي شيء. يمكنك تسجيل الدخول من اللعبة متى شئت."],
    failed: ["لم ينجح ذلك", "تعذّر إكمال تسجيل الدخول. عُد إلى اللعبة وحاول مرة أخرى."],
    stale: [
      "هذا الرابط قديم",
      "إنه يخص محاولة تسجيل دخول سابقة. استخدم أحدث علامة تبويب أو ابدأ من جديد في اللعبة.",
    ],
  },
  he: {
    signedIn: "התחברת בהצלחה",
    returnTo: "חזרו אל {game}",
    returned: ["חזרו למשחק", "המשחק ממשיך מכאן. אפשר לסגור את הכרטיסייה הזאת."],
    declined: ["הכניסה בוטלה", "שום דבר לא שותף. אפשר להיכנס מהמשחק מתי שרוצים."],
    failed: ["זה לא הצליח", "לא ניתן היה להשלים את הכניסה. חזרו למשחק ונסו שוב."],
    stale: ["הקישור הזה ישן", "הוא שייך לכניסה קודמת. השתמשו בכרטיסייה החדשה ביותר או התחילו מחדש במשחק."],
  },
  fa: {
    signedIn: "وارد شدید",
    returnTo: "به {game} برگردید",
    returned: ["به بازی برگردید", "ادامهٔ کار در بازی انجام می‌شود. می‌توانید این زبانه را ببندید."],
    declined: [
      "ورود لغو شد",
      "هیچ چیزی به اشتراک گذاشته نشد. هر وقت بخواهید می‌توانید از داخل بازی وارد شوید.",
    ],
    failed: ["انجام نشد", "ورود کامل نشد. به بازی برگردید و دوباره تلاش کنید."],
    stale: [
      "این پیوند قدیمی است",
      "مربوط به ورود قبلی است. از جدیدترین زبانه استفاده کنید یا در بازی از نو شروع کنید.",
    ],
  },
  ur: {
    signedIn: "آپ سائن ان ہو گئے ہیں",
    returnTo: "{game} پر واپس جائیں",
    returned: ["گیم پر واپس جائیں", "آگے کا کام گیم میں ہوگا۔ آپ یہ ٹیب بند کر سکتے ہیں۔"],
    declined: ["سائن ان منسوخ ہو گیا", "کچھ بھی شیئر نہیں کیا گیا۔ آپ جب چاہیں گیم سے سائن ان کر سکتے ہیں۔"],
    failed: ["یہ نہیں ہو سکا", "سائن ان مکمل نہیں ہو سکا۔ گیم پر واپس جائیں اور دوبارہ کوشش کریں۔"],
    stale: [
      "یہ لنک پرانا ہے",
      "یہ پہلے کے کسی سائن ان کا ہے۔ تازہ ترین ٹیب استعمال کریں یا گیم میں دوبارہ شروع کریں۔",
    ],
  },
};

/** @param game - the game's name, where it is known. */
export function pageText(language: PageLanguage, kind: PageKind, game?: string): PageText {
  return textOf(pageTexts[language], kind, game);
}
